// expect: line 15 names p->coef cause before
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int degree;
  double *coef;
} poly;

static double at(poly *p, double x) {
  double y = 0;
#pragma acc enter data copyin(p[0:1])
#pragma acc serial present(p[0:1]) copyin(p->coef[1:p->degree]) copy(y)
  for (int k = p->degree; k >= 0; --k)
    y = y * x + p->coef[k];
#pragma acc exit data delete(p[0:1])
  return y;
}

int main(void) {
  double c[4] = {5, 0, 1, 2};
  poly p = {3, c};
  if (at(&p, 2.0) != 25) return 1;
  puts("ok");
  return 0;
}
