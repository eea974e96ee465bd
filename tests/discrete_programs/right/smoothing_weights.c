// expect: ok
#include <stdio.h>

static void smooth(const float *in, float *out, int n, const float *weight) {
#pragma acc parallel loop copyin(in[0:n], weight[0:3]) copyout(out[1:n - 2])
  for (int i = 1; i < n - 1; ++i) {
    float s = 0;
    for (int k = 0; k < 3; ++k)
      s += weight[k] * in[i + k - 1];
    out[i] = s;
  }
}

int main(void) {
  float a[20], b[20] = {0}, w[3] = {1, 2, 1};
  for (int i = 0; i < 20; ++i) a[i] = (float)i;
  smooth(a, b, 20, w);
  for (int i = 1; i < 19; ++i)
    if (b[i] != 4.0f * i) {
      printf("%d: %g\n", i, b[i]);
      return 1;
    }
  printf("ok\n");
  return 0;
}
