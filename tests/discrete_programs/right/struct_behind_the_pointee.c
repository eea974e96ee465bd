#include <stdio.h>
#include <stdlib.h>

struct signal {
  int n;
  float *samples;
};

int main(void) {
  struct signal s = {9, malloc(9 * sizeof(float))};
  float energy = 0;
  for (int i = 0; i < 9; ++i) s.samples[i] = i;
#pragma acc data copyin(s.samples[0:9])
#pragma acc parallel loop copyin(s, s.samples[0:9]) reduction(+ : energy)
  for (int i = 0; i < s.n; ++i)
    energy += s.samples[i] * s.samples[i];
  if (energy != 204) return 1;
  puts("ok");
  return 0;
}
