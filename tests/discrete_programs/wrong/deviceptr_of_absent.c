// expect: line 9 names - cause null
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static void triple(int n, float *d) {
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < n; ++i)
    d[i] *= 3;
}

int main(void) {
  float v[10];
  for (int i = 0; i < 10; ++i) v[i] = (float)i;
  triple(10, acc_deviceptr(v));
  for (int i = 0; i < 10; ++i)
    if (v[i] != 3.0f * i) return 1;
  puts("ok");
  return 0;
}
