// expect: line 19 names grid cause stale
#include <stdio.h>
#include <stdlib.h>

static float *grid;

static void setup(int n) {
#pragma acc enter data copyin(grid[0:n])
}

int main(void) {
  int n = 8;
  grid = malloc(n * sizeof *grid);
  for (int i = 0; i < n; ++i) grid[i] = 1;
  setup(n);
  setup(n); /* a restart */
#pragma acc parallel loop present(grid[0:n])
  for (int i = 0; i < n; ++i) grid[i] += i;
#pragma acc exit data copyout(grid[0:n])
  printf("%g\n", grid[7]);
  if (grid[7] != 8) return 1;
  puts("ok");
  return 0;
}
