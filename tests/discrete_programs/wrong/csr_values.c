// expect: line 10 names val cause host
#include <stdio.h>

static void spmv(int n, const int *ptr, const int *col, const double *val, const double *x, double *y) {
  int nnz = ptr[n];
#pragma acc parallel loop copyin(ptr[0:n + 1], col[0:nnz], x[0:n]) copyout(y[0:n])
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = ptr[i]; k < ptr[i + 1]; ++k)
      s += val[k] * x[col[k]];
    y[i] = s;
  }
}

int main(void) {
  int ptr[] = {0, 2, 3, 5}, col[] = {0, 2, 1, 0, 1};
  double val[] = {1, 2, 3, 4, 5}, x[] = {1, 10, 100}, y[3];
  spmv(3, ptr, col, val, x, y);
  if (y[0] != 201 || y[1] != 30 || y[2] != 54) return 1;
  puts("ok");
  return 0;
}
