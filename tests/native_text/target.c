// Constructs for devices: the host is the only one.
void f(int n, float *x, float *y, float a) {
#pragma omp target data map(to : x[0:n]) map(tofrom : y[0:n])
  {
#pragma omp target teams distribute parallel for firstprivate(a)
    for (int i = 0; i < n; i++)
      y[i] = a * x[i] + y[i];
#pragma omp target update from(y[0:n])
  }
#pragma omp target map(tofrom : y[0:1])
  y[0] = a;
}
