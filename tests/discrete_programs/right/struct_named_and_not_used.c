// A clause names the pointee of a pointer in a struct, and the kernel does not use the struct: the host may change it meanwhile.
#include <stdio.h>
#include <stdlib.h>

struct state {
  int step;
  double *cells;
};

int main(void) {
  int n = 9, sum = 0;
  int *own = calloc(n, sizeof *own);
  struct state s = {0, calloc(n, sizeof(double))};
#pragma acc parallel loop copy(s.cells[0:n]) copy(own[0:n]) async(1)
  for (int i = 0; i < n; ++i) own[i] = i;
  s.step = 5;
#pragma acc wait
  for (int i = 0; i < n; ++i) sum += own[i];
  printf("%d %d\n", sum, s.step);
  return sum != 36 || s.step != 5;
}
