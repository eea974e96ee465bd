// expect: ok
#include <stdio.h>
#include <stdlib.h>

struct series {
  int n;
  double d[16];
  double tail[];
};

/* Members of one struct, an array and a flexible one among them, keep their distances. */
int main(void) {
  struct series *m = malloc(sizeof *m + 4 * sizeof(double));
  double s = 0, t = 0;
  m->n = 16;
  for (int i = 0; i < 16; ++i)
    m->d[i] = i;
  for (int i = 0; i < 4; ++i)
    m->tail[i] = 10 * i;
#pragma acc parallel loop copyin(m->n, m->d[0:16]) reduction(+: s)
  for (int i = 0; i < m->n; i++)
    s += m->d[i];
#pragma acc parallel loop copyin(m[0:1], m->tail[0:4]) reduction(+: t)
  for (int i = 0; i < 4; i++)
    t += m->tail[i] + m->n;
  printf("%g %g\n", s, t);
  free(m);
  return s != 120 || t != 124;
}
