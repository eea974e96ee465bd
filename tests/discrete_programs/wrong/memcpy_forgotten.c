// expect: line 17 names acc_malloc cause unset
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
  float x, y;
};

int main(void) {
  struct point ring[6] = {{1, 0}, {2, 0}, {3, 1}, {2, 2}, {1, 2}, {0, 1}};
  float area = 0;
  struct point *d = acc_malloc(sizeof ring);
#pragma acc parallel loop deviceptr(d) reduction(+ : area)
  for (int i = 0; i < 6; ++i) {
    int k = (i + 1) % 6;
    area += d[i].x * d[k].y - d[k].x * d[i].y;
  }
  acc_free(d);
  if (area != 8) {
    printf("%g %g\n", area, ring[0].x);
    return 1;
  }
  puts("ok");
  return 0;
}
