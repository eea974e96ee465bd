// expect: line 11 names hits cause unset
#include <stdio.h>
#include <stdlib.h>

static int inside(int n, const float *x, const float *y) {
  int *hits = calloc(1, sizeof *hits), result;
#pragma acc enter data create(hits[0:1])
#pragma acc parallel loop copyin(x[0:n], y[0:n]) present(hits[0:1])
  for (int i = 0; i < n; ++i)
    if (x[i] * x[i] + y[i] * y[i] < 1) {
#pragma acc atomic update
      hits[0] += 1;
    }
#pragma acc exit data copyout(hits[0:1])
  result = *hits;
  free(hits);
  return result;
}

int main(void) {
  float x[30], y[30];
  for (int i = 0; i < 30; ++i) {
    x[i] = i * 0.0625f;
    y[i] = 0;
  }
  if (inside(30, x, y) != 16) return 1;
  puts("ok");
  return 0;
}
