// expect: line 16 names field cause late
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 100;
  double *field = calloc(n, sizeof *field), *next = calloc(n, sizeof *next);
#pragma acc enter data copyin(field[0:n])
#pragma acc parallel loop present(field[0:n]) async(1)
  for (int i = 0; i < n; ++i)
    field[i] += i;
#pragma acc update self(field[0:n]) async(1)
  // The thread itself waits for the queue, because the region calls a function, which might use another queue.
#pragma acc data copy(next[0:n]) async(1)
  {
    printf("%g\n", field[7]);
#pragma acc parallel loop present(field[0:n]) async(1)
    for (int i = 0; i < n; ++i)
      next[i] = field[i];
  }
#pragma acc wait(1)
#pragma acc exit data delete(field[0:n])
  free(field);
  free(next);
}
