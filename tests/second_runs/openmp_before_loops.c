void f(int n, double *a) {
#pragma acc kernels copy(a[0:n])
#pragma omp parallel for
for (int i = 0; i < n; ++i) a[i] = i;
#pragma acc parallel loop copy(a[0:n*n])
for (int i = 0; i < n; ++i) {
#pragma omp simd
for (int j = 0; j < n; ++j) a[i * n + j] = i;
}
}
