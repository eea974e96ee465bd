// Threads of two `parallel` regions share a pointer of variably modified type.
static void twice(int n, double a[n], double *x) {
#pragma omp target teams num_teams(1) map(to : a[0 : n]) map(tofrom : x[0 : n])
    {
#pragma omp distribute parallel for
        for (int i = 0; i < n; ++i) x[i] += a[i];
#pragma omp distribute parallel for
        for (int i = 0; i < n; ++i) x[i] += a[i];
    }
}

int main(void) {
    double a[4] = {1, 2, 3, 4}, x[4] = {0};
    twice(4, a, x);
    return x[0] != 2 || x[3] != 8;
}
