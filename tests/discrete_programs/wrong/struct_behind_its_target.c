// expect: line 20 names p->flow cause attach
#include <stdio.h>
#include <stdlib.h>

struct pipe {
  int sections;
  double *flow;
};

int main(void) {
  struct pipe *p = malloc(sizeof *p);
  double sum = 0;
  p->sections = 8;
  p->flow = malloc(8 * sizeof(double));
  for (int i = 0; i < 8; ++i) p->flow[i] = 0.5;
#pragma acc enter data copyin(p->flow[0:8])
#pragma acc enter data copyin(p[0:1])
#pragma acc parallel loop present(p[0:1]) reduction(+ : sum)
  for (int i = 0; i < p->sections; ++i)
    sum += p->flow[i];
#pragma acc exit data delete(p->flow[0:8])
#pragma acc exit data delete(p[0:1])
  if (sum != 4) return 1;
  puts("ok");
  return 0;
}
