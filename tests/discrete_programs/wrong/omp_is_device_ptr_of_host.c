// expect: line 9 names v cause address
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void clear(double *v, int n) {
#pragma omp target teams loop is_device_ptr(v)
  for (int i = 0; i < n; ++i)
    v[i] = 0;
}

int main(void) {
  int n = 16, ok = 0;
  double *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; ++i) v[i] = i;
#pragma omp target data map(tofrom : v[0:n])
  {
    clear(v, n);
  }
  for (int i = 0; i < n; ++i) ok += v[i] == 0;
  free(v);
  if (ok != n) return 1;
  puts("ok");
  return 0;
}
