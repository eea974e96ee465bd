// expect: ok
#include <stdio.h>

/* What the pointer points to is on the device, and the pointer itself is not. */
static void shift(int n, float *x) {
#pragma acc data no_create(x[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      x[i] += 0.5f;
  }
}

int main(void) {
  float x[4] = {1, 2, 3, 4};
#pragma acc data copy(x)
  shift(4, x);
  if (x[0] != 1.5f || x[3] != 4.5f) return 1;
  puts("ok");
  return 0;
}
