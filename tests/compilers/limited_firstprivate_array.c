// A region whose threads are limited by its `target` has a copy of an array of variable length.
int test(int n) {
    double v[n], sum = 0;
    for (int i = 0; i < n; ++i) v[i] = i;
#pragma omp target parallel thread_limit(1) firstprivate(v) map(tofrom : sum)
    for (int i = 0; i < n; ++i) sum += v[i];
    return sum != n * (n - 1) / 2;
}

int main(void) { return test(1000); }
