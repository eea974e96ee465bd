// expect: line 19 names g cause unset
#include <stdio.h>

struct gas {
  int cells;
  double gamma, pressure[8];
};

int main(void) {
  struct gas g;
  double e[8];
#pragma acc enter data create(g)
  g.cells = 8;
  g.gamma = 1.5;
  for (int i = 0; i < 8; ++i) g.pressure[i] = i;
#pragma acc update device(g.cells, g.pressure)
#pragma acc parallel loop present(g) copyout(e)
  for (int i = 0; i < 8; ++i)
    e[i] = i < g.cells ? g.pressure[i] / (g.gamma - 1) : 0;
#pragma acc exit data delete(g)
  for (int i = 0; i < 8; ++i)
    if (e[i] != 2 * i) return 1;
  puts("ok");
  return 0;
}
