// Each name leads to the part that a clause names with it, of the construct or of a region around.
#include <stdio.h>
#include <stdlib.h>

static void shift(int n, double *low, double *high) {
#pragma acc data copyout(high[n / 2:2])
  {
#pragma acc parallel loop copyin(low[1:2]) num_gangs(1)
    for (int i = 0; i < 2; ++i) high[n / 2 + i] = low[1 + i] + 10;
  }
}

int main(void) {
  int n = 8;
  double *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; ++i) a[i] = i;
  shift(n, a, a);
#pragma acc enter data copyin(a[0:1])
  shift(n, a, a);
#pragma acc exit data delete(a[0:1])
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%g\n", sum);
  free(a);
  return sum != 42;
}
