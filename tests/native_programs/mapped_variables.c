// Variables that `map` names keep what the region writes, whatever its modifiers are.
#include <stdio.h>

int main(void) {
  int a = 1, b = 2, c = 3, d = 4, e[4] = {1, 2, 3, 4}, *p = e;
#pragma omp target map(a) map(attach(never), tofrom: b) map(close, always, from: c) map(self, tofrom: d)
  {
    a += 10;
    b += 10;
    c = 30;
    d += 10;
  }
#pragma omp target map(attach(always), tofrom: p[0:4]) map(iterator(i = 0:4), tofrom: e[i])
  p[1] += a;
  printf("%d %d %d %d %d\n", a, b, c, d, e[1]);
  return 0;
}
