// expect: ok
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float x, v;
  int id;
} particle;

static void kick(particle *ps, int n) {
  int pairs = n / 2;
#pragma acc parallel loop copy(ps[0:2 * pairs + n % 2])
  for (int i = 0; i < n; ++i)
    ps[i].v = ps[i].v + 1;
}

int main(void) {
  int n = 15;
  particle *ps = calloc(n, sizeof *ps);
  for (int i = 0; i < n; ++i) ps[i].id = i;
  kick(ps, n);
  kick(ps, n);
  for (int i = 0; i < n; ++i)
    if (ps[i].v != 2 || ps[i].id != i) return 1;
  printf("ok\n");
  return 0;
}
