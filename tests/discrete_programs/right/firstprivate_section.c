// Each region has a copy of the section, whatever the device has, and the host's values stay.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 12;
  double *seed = malloc(n * sizeof *seed), *out = calloc(n, sizeof *out), sum = 0;
  for (int i = 0; i < n; ++i) seed[i] = i;
#pragma acc data create(seed[0:n]) copy(out[0:n])
  {
#pragma acc parallel loop gang num_gangs(3) firstprivate(seed[2:n - 2])
    for (int i = 2; i < n; ++i) {
      seed[i] += 1;
      out[i] += seed[i];
    }
#pragma acc serial firstprivate(seed[0:n]) async(1)
    for (int i = 0; i < n; ++i) {
      seed[i] *= 2;
      out[i] += seed[i];
    }
#pragma acc wait
  }
  for (int i = 0; i < n; ++i) sum += out[i] + 100 * (seed[i] - i);
  printf("%g\n", sum);
  free(seed);
  free(out);
  return sum != 207;
}
