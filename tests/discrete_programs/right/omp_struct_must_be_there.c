// A clause names the pointee of a pointer in a struct, and the struct must be there because of defaultmap.
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int n;
  double *cells;
};

int main(void) {
  struct grid g = {9, calloc(9, sizeof(double))};
#pragma omp target enter data map(to: g, g.cells[0:9])
  double sum = 0;
#pragma omp target map(tofrom: sum) map(g.cells[0:9]) defaultmap(present: aggregate)
  for (int i = 0; i < g.n; ++i) sum += g.cells[i];
#pragma omp target exit data map(release: g, g.cells[0:9])
  printf("%g\n", sum);
}
