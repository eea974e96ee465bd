// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void add(int *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0:n])
  for (int i = 0; i < n; ++i) a[i] += 1;
}

int main(void) {
  int n = 12, sum = 0, *a = calloc(n, sizeof *a);
#pragma omp target enter data map(to : a[0:n])
#pragma omp target data map(tofrom : a[0:n])
  add(a, n);
  add(a, n);
#pragma omp target exit data map(from : a[0:n])
  add(a, n);
  for (int i = 0; i < n; ++i) sum += a[i];
  free(a);
  if (sum != 36) return 1;
  puts("ok");
  return 0;
}
