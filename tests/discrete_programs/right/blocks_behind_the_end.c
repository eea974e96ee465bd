// There are as many blocks as are needed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 10, blocks = 3, size = 4;
  float *field = malloc(n * sizeof *field), sum = 0;
  for (int i = 0; i < n; ++i) field[i] = i;
#pragma acc enter data create(field[0:n])
  for (int b = 0; b < blocks; ++b) {
    int first = b * size, last = first + size < n ? first + size : n;
    /* The last block is shorter. */
#pragma acc update device(field[first:last - first])
  }
#pragma acc parallel loop reduction(+ : sum) present(field[0:n])
  for (int i = 0; i < n; ++i) sum += field[i];
#pragma acc exit data delete(field[0:n])
  printf("%g\n", sum);
  free(field);
  return sum != 45;
}
