// The host waits for the queue that brings it the field, and the other queue for all.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 100;
  double *field = calloc(n, sizeof *field), *old = malloc(n * sizeof *old);
#pragma acc enter data copyin(field[0:n]) create(old[0:n])
#pragma acc parallel loop present(field[0:n]) async(1)
  for (int i = 0; i < n; ++i)
    field[i] += i;
#pragma acc update self(field[0:n]) async(1)
#pragma acc parallel loop present(field[0:n], old[0:n]) async(2) wait
  for (int i = 0; i < n; ++i)
    old[i] = field[i];
#pragma acc wait(1)
  printf("%g\n", field[7]);
#pragma acc wait
#pragma acc exit data delete(field[0:n], old[0:n])
  free(field);
  free(old);
}
