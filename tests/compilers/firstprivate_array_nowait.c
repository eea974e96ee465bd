// `firstprivate` of an array on a region that is deferred. The array changes before the region begins.
static int array[32];

int main(void) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) array[i] = i;
#pragma omp target teams num_teams(1) firstprivate(array) map(tofrom : sum) nowait
    for (int i = 0; i < 32; ++i) sum += array[i];
    for (int i = 0; i < 32; ++i) array[i] = 0;
#pragma omp taskwait
    return sum != 496;
}
