// expect: line 9 names field cause unordered after 11
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 256;
  double *field = calloc(n, sizeof *field), sum = 0;
  for (int k = 0; k < 3; ++k) {
#pragma acc data copy(field[0:n])
    {
#pragma acc parallel loop async(k)
      for (int i = 0; i < n; ++i) field[i] += k + 1;
    }
  }
#pragma acc wait
  for (int i = 0; i < n; ++i) sum += field[i];
  free(field);
  printf("%g\n", sum);
  return sum != 6 * n;
}
