// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void saxpy(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0:n]) map(tofrom : y[0:n])
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  int n = 45;
  float *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
  for (int i = 0; i < n; ++i) x[i] = (float)i;
  saxpy(n, 2, x, y);
  for (int i = 0; i < n; ++i)
    if (y[i] != 2.0f * i) return 1;
  puts("ok");
  free(x);
  free(y);
  return 0;
}
