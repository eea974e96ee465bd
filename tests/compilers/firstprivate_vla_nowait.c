// A `firstprivate` array of variable length in a region that is a task.
static int second(int n) {
    int array[n], result = 0;
    for (int i = 0; i < n; ++i) array[i] = i;
#pragma omp target map(tofrom : result) firstprivate(array) nowait
    result = array[1];
#pragma omp taskwait
    return result;
}

int main(void) { return second(1000) != 1; }
