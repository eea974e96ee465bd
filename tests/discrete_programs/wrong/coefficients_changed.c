// expect: line 17 names coef cause stale
#include <stdio.h>

static double coef[3] = {1, 0, 0};

static void evaluate(int n, double *y) {
#pragma acc parallel loop present(coef, y[0:n])
  for (int i = 0; i < n; ++i) y[i] = coef[0] + i * (coef[1] + i * coef[2]);
}

int main(void) {
  double y[5];
#pragma acc enter data copyin(coef) create(y)
  evaluate(5, y);
  coef[1] = 2;
  coef[2] = 3;
  evaluate(5, y);
#pragma acc exit data copyout(y) delete(coef)
  printf("%g\n", y[4]);
  if (y[4] != 57) return 1;
  puts("ok");
  return 0;
}
