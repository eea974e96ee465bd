// The host waits before it uses the sum.
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
#pragma acc wait(1)
  printf("%g\n", sum);
  free(samples);
}
