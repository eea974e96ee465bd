// expect: line 14 names sum cause late
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 100;
  double sum = 0, *samples = malloc(n * sizeof *samples);
  for (int i = 0; i < n; ++i)
    samples[i] = i;
#pragma acc parallel loop reduction(+:sum) copyin(samples[0:n]) async(1)
  for (int i = 0; i < n; ++i)
    sum += samples[i];
  // Compilers check no access that names a local variable itself.
  printf("%g\n", sum);
#pragma acc wait(1)
  free(samples);
}
