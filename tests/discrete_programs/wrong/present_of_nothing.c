// expect: line 7 names w cause absent
#include <stdio.h>
#include <stdlib.h>

static double weighted(int n, const double *v, const double *w) {
  double s = 0;
#pragma acc parallel loop present(w[0:n]) copyin(v[0:n]) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += v[i] * w[i];
  return s;
}

int main(void) {
  int n = 40;
  double *v = malloc(n * sizeof *v), *w = malloc(n * sizeof *w);
  for (int i = 0; i < n; ++i) {
    v[i] = i;
    w[i] = 2;
  }
#pragma acc enter data copyin(v[0:n])
  double s = weighted(n, v, w);
  if (s != 1560) return 1;
  puts("ok");
  return 0;
}
