// expect: ok
#include <stdio.h>
#include <stdlib.h>

static long peak(const long *samples, int n) {
  long p = 0;
#pragma acc parallel loop present(samples[0:n]) reduction(max : p)
  for (int i = 0; i < n; ++i) p = samples[i] > p ? samples[i] : p;
  return p;
}

int main(void) {
  long samples[48];
  const long *all = samples;
  for (int i = 0; i < 48; ++i) samples[i] = (i * 11) % 48;
  int count = 48;
#pragma acc enter data copyin(all[0:count])
  long p = peak(all, 48);
#pragma acc exit data delete(all[0:count])
  if (p != 47) return 1;
  puts("ok");
  return 0;
}
