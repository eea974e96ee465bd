// The host waits for the queue before it uses the cells.
#include <stdio.h>
#include <stdlib.h>

struct grid {
  double *cells;
};

int main(void) {
  int n = 100;
  struct grid grid = {calloc(n, sizeof(double))};
  double *cells = grid.cells;
#pragma acc enter data copyin(cells[0:n])
#pragma acc parallel loop present(cells[0:n]) async(1)
  for (int i = 0; i < n; ++i) cells[i] += i;
#pragma acc update self(cells[0:n]) async(1)
#pragma acc parallel loop copyin(grid) attach(grid.cells) async(1)
  for (int i = 0; i < n; ++i) grid.cells[i] *= 2;
#pragma acc wait(1)
  printf("%g\n", cells[7]);
#pragma acc wait(1)
#pragma acc exit data delete(cells[0:n])
  free(cells);
}
