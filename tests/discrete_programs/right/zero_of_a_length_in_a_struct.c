// The bounds of data that begins with zeroes are evaluated on the host.
#include <stdio.h>
#include <stdlib.h>

struct mesh { int n; };

int main(void) {
  struct mesh *m = malloc(sizeof *m);
  int first[2] = {3, 90};
  m->n = 100;
  int *p = malloc(m->n * sizeof *p), *q = malloc(m->n * sizeof *q), sum = 0;
#pragma acc data create(zero: p[0:m->n]) copyout(zero: q[first[0]:first[1]])
  {
#pragma acc parallel loop
    for (int i = 3; i < 93; ++i) q[i] += p[i] + 1;
  }
  for (int i = 3; i < 93; ++i) sum += q[i];
  printf("%d\n", sum);
  if (sum != 90) return 1;
  puts("ok");
  return 0;
}
