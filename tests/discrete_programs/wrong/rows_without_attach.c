// expect: line 21 names acc_create cause attach
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static float **matrix(int n) {
  float **m = malloc(n * sizeof *m);
  m[0] = calloc((size_t)n * n, sizeof **m);
  for (int i = 1; i < n; ++i) m[i] = m[i - 1] + n;
  return m;
}

int main(void) {
  int n = 7;
  float **a = matrix(n), trace = 0, *elements = a[0];
  acc_copyin(a, n * sizeof *a);
  acc_create(elements, n * n * sizeof *elements);
#pragma acc parallel loop collapse(2) present(a[0:n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = i + j;
  acc_copyout(elements, n * n * sizeof *elements);
  for (int i = 0; i < n; ++i) trace += elements[i * n + i];
  if (trace != 42) return 1;
  puts("ok");
  return 0;
}
