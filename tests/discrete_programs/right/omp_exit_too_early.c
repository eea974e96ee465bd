// expect: ok
#include <stdio.h>
#include <stdlib.h>

static int *q;

static void down(int n) {
#pragma omp target exit data map(delete : q[0:n])
}

int main(void) {
  int n = 13, s = 0;
  q = malloc(n * sizeof *q);
  for (int i = 0; i < n; ++i) q[i] = i;
#pragma omp target enter data map(to : q[0:n])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) q[i] *= 2;
#pragma omp target teams distribute parallel for map(tofrom : s) reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += q[i];
  down(n);
  free(q);
  if (s != 156) return 1;
  puts("ok");
  return 0;
}
