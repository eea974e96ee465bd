// expect: line 14 names heat cause unordered after 11
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 24, steps = 100;
  double *heat = calloc(n, sizeof *heat), sum = 0;
#pragma acc data copy(heat[0:n])
  {
    for (int step = 0; step < steps; ++step) {
#pragma acc parallel loop async(1)
      for (int i = 0; i < n; ++i) heat[i] += 1;
    }
#pragma acc update self(heat[0:n])
    for (int i = 0; i < n; ++i) sum += heat[i];
  }
  free(heat);
  printf("%g\n", sum);
  return sum != n * steps;
}
