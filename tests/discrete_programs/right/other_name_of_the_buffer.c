// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void step(int n, const double *now, double *next) {
#pragma acc parallel loop
  for (int i = 1; i < n - 1; ++i)
    next[i] = now[i - 1] + now[i + 1];
}

int main(void) {
  int n = 10;
  double *a = calloc(n, sizeof(double)), *b = calloc(n, sizeof(double));
  a[5] = 1;
#pragma acc enter data copyin(a[0:n], b[0:n])
  for (int t = 0; t < 2; ++t) {
    step(n, a, b);
    double *swap = a;
    a = b;
    b = swap;
  }
#pragma acc exit data copyout(a[0:n]) delete(b[0:n])
  if (a[3] != 1 || a[5] != 2 || a[7] != 1 || a[4] != 0) return 1;
  puts("ok");
  free(a);
  free(b);
  return 0;
}
