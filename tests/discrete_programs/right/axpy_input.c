// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, double a, const double *x, double *y) {
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

int main(void) {
  enum { N = 50 };
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; ++i) {
    x[i] = i;
    y[i] = 1;
  }
  axpy(N, 2.0, x, y);
  for (int i = 0; i < N; ++i)
    if (y[i] != 2.0 * i + 1) return 1;
  puts("ok");
  free(x);
  free(y);
  return 0;
}
