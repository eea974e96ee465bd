// expect: line 8 names along cause host
#include <stdio.h>

#pragma acc routine seq
static float dot(const float *u, const float *v, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += u[k] * v[k];
  return s;
}

int main(void) {
  float vectors[5][4], axis[4] = {1, 0, 2, 0}, result[5];
  float *along = axis;
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 4; ++k) vectors[i][k] = (float)(i + k);
#pragma acc parallel loop copyin(vectors) copyout(result)
  for (int i = 0; i < 5; ++i)
    result[i] = dot(vectors[i], along, 4);
  for (int i = 0; i < 5; ++i)
    if (result[i] != 3.0f * i + 4) return 1;
  puts("ok");
  return 0;
}
