// expect: line 10 names signal cause behind
#include <stdio.h>
#include <stdlib.h>

/* The energy of signal[first] to signal[last]. */
static int energy(const int *signal, int first, int last) {
  int e = 0;
#pragma acc parallel loop copyin(signal[first:last - first]) reduction(+ : e)
  for (int i = first; i <= last; ++i)
    e += signal[i] * signal[i];
  return e;
}

int main(void) {
  int *signal = malloc(64 * sizeof *signal);
  for (int i = 0; i < 64; ++i) signal[i] = i & 1 ? 2 : -1;
  int e = energy(signal, 10, 19);
  free(signal);
  if (e != 25) return 1;
  printf("ok\n");
  return 0;
}
