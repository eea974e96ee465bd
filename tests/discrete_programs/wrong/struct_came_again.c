// expect: line 26 names limits cause attach
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
  int level;
  double *limit;
};

static void reload(struct config *c, int level) {
#pragma acc exit data delete(c[0:1])
  c->level = level;
#pragma acc enter data copyin(c[0:1])
}

int main(void) {
  double limits[3] = {1, 10, 100}, now[1];
  struct config *c = malloc(sizeof *c);
  c->level = 0;
  c->limit = limits;
#pragma acc enter data copyin(c[0:1])
#pragma acc enter data copyin(limits)
  reload(c, 2);
#pragma acc serial present(c[0:1]) copyout(now)
  now[0] = c->limit[c->level];
  if (now[0] != 100) return 1;
  puts("ok");
  return 0;
}
