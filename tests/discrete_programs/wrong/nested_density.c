// expect: line 19 names - cause host
#include <stdio.h>
#include <stdlib.h>

struct cells {
  int n;
  float *rho;
};
struct domain {
  double dx;
  struct cells cell;
};

static double mass(struct domain *d) {
  double m = 0;
#pragma acc enter data copyin(d[0:1])
#pragma acc parallel loop present(d[0:1]) reduction(+ : m)
  for (int i = 0; i < d->cell.n; ++i)
    m += d->cell.rho[i] * d->dx;
#pragma acc exit data delete(d[0:1])
  return m;
}

int main(void) {
  struct domain *d = malloc(sizeof *d);
  d->dx = 0.5;
  d->cell.n = 16;
  d->cell.rho = malloc(16 * sizeof(float));
  for (int i = 0; i < 16; ++i) d->cell.rho[i] = 2;
  if (mass(d) != 16) return 1;
  puts("ok");
  return 0;
}
