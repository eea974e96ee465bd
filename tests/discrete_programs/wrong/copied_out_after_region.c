// expect: line 10 names out cause stale
#include <stdio.h>
#include <stdlib.h>

static void produce(int n, float *out) {
#pragma acc data create(out[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) out[i] = 1.0f / (1 << i);
  }
#pragma acc exit data copyout(out[0:n])
}

int main(void) {
  float out[6] = {0};
  produce(6, out);
  printf("%g\n", out[3]);
  if (out[3] != 0.125f) return 1;
  puts("ok");
  return 0;
}
