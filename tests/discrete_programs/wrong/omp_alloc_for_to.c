// expect: line 11 names f cause unset
#include <stdio.h>
#include <stdlib.h>

static double integral(int n, double *f, double h) {
  double s = 0;
#pragma omp target data map(alloc : f[0:n + 1])
  {
#pragma omp target teams distribute parallel for map(tofrom : s) reduction(+ : s)
    for (int i = 0; i < n; ++i)
      s += (f[i] + f[i + 1]) * h / 2;
  }
  return s;
}

int main(void) {
  double f[9];
  for (int i = 0; i <= 8; ++i) f[i] = i;
  if (integral(8, f, 0.5) != 16) return 1;
  puts("ok");
  return 0;
}
