// expect: ok
#include <stdio.h>
#include <stdlib.h>

static long total = 7;

/* `zero` sets the copy on the device to zero, whatever the storage of the variable and the bounds of the section are. */
int main(void) {
  int n = 5;
  long *bins = malloc(n * sizeof *bins);
  for (int i = 0; i < n; ++i) bins[i] = 9;
#pragma acc enter data create(zero: total, bins[0:n])
#pragma acc parallel loop present(bins[0:n])
  for (int i = 1; i < 4; ++i)
    bins[i] += i;
#pragma acc serial present(total)
  total += 1;
#pragma acc exit data copyout(total, bins[0:n])
  if (total != 1 || bins[0] != 0 || bins[3] != 3 || bins[4] != 0) return 1;
  puts("ok");
  free(bins);
  return 0;
}
