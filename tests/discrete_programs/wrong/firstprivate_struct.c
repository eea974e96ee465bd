// expect: line 16 names - cause host
#include <stdio.h>

struct line {
  double slope;
  double *y;
};

int main(void) {
  double values[11];
  struct line l;
  l.slope = 1.5;
  l.y = values;
#pragma acc parallel loop firstprivate(l)
  for (int i = 0; i < 11; ++i)
    l.y[i] = l.slope * i;
  if (values[10] != 15 || values[1] != 1.5) return 1;
  puts("ok");
  return 0;
}
