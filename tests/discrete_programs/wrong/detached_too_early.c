// expect: line 14 names m->edge cause attach
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int edges;
  int *edge;
} mesh;

static int longest(mesh *m) {
  int most = 0;
#pragma acc parallel loop present(m[0:1]) reduction(max : most)
  for (int i = 0; i < m->edges; ++i)
    if (m->edge[i] > most) most = m->edge[i];
  return most;
}

int main(void) {
  mesh *m = malloc(sizeof *m);
  m->edges = 5;
  m->edge = malloc(5 * sizeof(int));
  for (int i = 0; i < 5; ++i) m->edge[i] = 4 * i % 5;
#pragma acc enter data copyin(m[0:1])
#pragma acc enter data copyin(m->edge[0:5])
#pragma acc exit data detach(m->edge)
  int most = longest(m);
#pragma acc exit data delete(m[0:1])
  if (most != 4) return 1;
  puts("ok");
  return 0;
}
