// The last row of a matrix in one dimension is missing.
// expect: ACC0161 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void identity(int n, int m, double *a) {
#pragma acc parallel loop collapse(2) copyout(a[0:n * m - m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = i == j;
}
