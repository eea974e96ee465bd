// More operations on queues than the library has numbers for, with a wait in each step and one at the end.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 20, steps = 90;
  int *cells = calloc(n, sizeof *cells), *flags = calloc(n, sizeof *flags), all = 0;
#pragma acc enter data copyin(cells[0:n], flags[0:n])
  for (int step = 0; step < steps; ++step) {
#pragma acc parallel loop present(cells[0:n]) async(1)
    for (int i = 0; i < n; ++i) cells[i] += i;
#pragma acc parallel loop present(cells[0:n], flags[0:n]) async(2) wait(1)
    for (int i = 0; i < n; ++i) flags[i] = cells[i] % 7;
#pragma acc wait(2)
  }
#pragma acc parallel loop present(flags[0:n]) async(2)
  for (int i = 0; i < n; ++i) flags[i] += 1;
#pragma acc exit data delete(cells[0:n]) copyout(flags[0:n]) wait(2)
  for (int i = 0; i < n; ++i) all += flags[i];
  free(cells);
  free(flags);
  printf("%d\n", all);
  return all < n;
}
