// expect: line 12 names level cause unordered after 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 40;
  float *level = malloc(n * sizeof *level), *rain = malloc(n * sizeof *rain), sum = 0;
  for (int i = 0; i < n; ++i) level[i] = i;
#pragma acc enter data copyin(level[0:n]) create(rain[0:n])
#pragma acc parallel loop present(level[0:n], rain[0:n]) async(2)
  for (int i = 0; i < n; ++i) rain[i] = level[i] + level[n - 1 - i];
#pragma acc parallel loop present(level[0:n])
  for (int i = 0; i < n; ++i) level[i] *= 2;
#pragma acc wait
#pragma acc exit data copyout(level[0:n], rain[0:n])
  for (int i = 0; i < n; ++i) sum += rain[i] + level[i];
  free(level);
  free(rain);
  printf("%g\n", sum);
  return sum != 2 * n * (n - 1);
}
