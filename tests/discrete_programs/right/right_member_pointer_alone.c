// expect: ok
#include <stdio.h>
#include <stdlib.h>

struct signal {
  int count;
  double gain, *samples;
};

/* The construct names only what a member points to; the struct itself comes by rule (OpenACC 3.4 2.6.2). */
int main(void) {
  struct signal s = {6, 2.0, malloc(6 * sizeof(double))};
  for (int i = 0; i < s.count; ++i) s.samples[i] = i;
#pragma acc parallel loop copy(s.samples[0:s.count])
  for (int i = 0; i < 6; ++i)
    s.samples[i] *= s.gain;
  if (s.samples[5] != 10 || s.samples[0] != 0) return 1;
  puts("ok");
  free(s.samples);
  return 0;
}
