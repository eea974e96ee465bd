// expect: line 8 names - cause host
#include <stdio.h>
#include <stdlib.h>

static void scale(float *x, int n) {
#pragma acc parallel loop deviceptr(x)
  for (int i = 0; i < n; ++i)
    x[i] *= 3;
}

int main(void) {
  int n = 12;
  float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; ++i) x[i] = y[i] = i;
#pragma acc host_data use_device(y) if_present
  y[0] = 1;
#pragma acc data copy(x[0:n])
#pragma acc host_data use_device(x, y) if_present
  {
    scale(x, n);
    scale(y, n);
  }
  if (x[5] != 15 || y[0] != 3) return 1;
  puts("ok");
  return 0;
}
