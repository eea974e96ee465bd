// expect: line 10 names energy cause unordered after 8
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 400;
  float *energy = calloc(n, sizeof *energy), sum = 0;
#pragma acc parallel loop copyout(energy[0:n]) async(7)
  for (int i = 0; i < n; ++i) energy[i] = 0.25f;
  for (int i = 0; i < n; ++i) sum += energy[i];
#pragma acc wait
  free(energy);
  printf("%g\n", sum);
  if (sum != 100) return 1;
  puts("ok");
  return 0;
}
