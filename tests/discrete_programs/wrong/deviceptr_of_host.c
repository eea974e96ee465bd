// expect: line 9 names acc_copyin cause address
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static void negate(int n, int *dev) {
#pragma acc parallel loop deviceptr(dev)
  for (int i = 0; i < n; ++i)
    dev[i] = -dev[i];
}

int main(void) {
  int n = 33, *values = malloc((size_t)n * sizeof *values);
  for (int i = 0; i < n; ++i) values[i] = i;
  int *copy = acc_copyin(values, (size_t)n * sizeof *values);
  negate(n, copy != NULL ? values : NULL);
  acc_copyout(values, (size_t)n * sizeof *values);
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += values[i] != -i;
  if (bad) return 1;
  puts("ok");
  return 0;
}
