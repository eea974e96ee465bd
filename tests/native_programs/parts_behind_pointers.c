// Copies of parts of what pointers point to, in gangs and in serial code.
#include <stdio.h>
#include <stdlib.h>

struct item { int x; double w[4]; };

static int element(const int *p, int k) { return p[k]; }

int main(void) {
  int n = 6, d[20] = {0};
  int *c = malloc(sizeof *c * 20), *e = malloc(sizeof *e * 20);
  int (*g)[4] = malloc(sizeof *g * 10);
  struct item *q = malloc(sizeof *q * 3);
  for (int i = 0; i < 20; i++) c[i] = e[i] = i;
  for (int i = 0; i < 40; i++) g[i / 4][i % 4] = i;
  q[1].x = 9;
#pragma acc parallel num_gangs(4) private(e[0:n])
  {
#pragma acc loop gang
    for (int x = 0; x < 10; ++x) {
      for (int y = 0; y < n; y++) e[y] = x * y;
      for (int y = 0; y < n; y++) d[x] += element(e, y);
    }
  }
#pragma acc parallel firstprivate(c[2:n])
  {
#pragma acc loop gang
    for (int x = 10; x < 20; ++x) d[x] = c[3] + (int)(sizeof c / sizeof c[0]);
  }
#pragma acc serial firstprivate(c[2:n], q[1:1])
  { d[19] += c[3] + c[7] + q[1].x; }
#pragma acc parallel loop firstprivate(g[1:3]) copy(d[0:20])
  for (int x = 0; x < 3; ++x) d[x] += g[1 + x][2];
  for (int i = 0; i < 20; i++) printf("%d ", d[i]);
  printf("%d %d %d\n", c[3], g[1][2], q[1].x);
  free(c), free(e), free(g), free(q);
  return 0;
}
