// expect: line 8 names x cause unset
#include <stdio.h>
#include <stdlib.h>

static void square(int n, const float *x, float *y) {
#pragma acc parallel loop create(x[0:n]) copyout(y[0:n])
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}

int main(void) {
  float x[32], y[32];
  for (int i = 0; i < 32; ++i) x[i] = i - 16;
  square(32, x, y);
  for (int i = 0; i < 32; ++i)
    if (y[i] != x[i] * x[i]) return 1;
  puts("ok");
  return 0;
}
