// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void reset(float *r, int n) {
#pragma omp target teams distribute parallel for map(tofrom : r[0:n])
  for (int i = 0; i < n; ++i) r[i] = 1;
}

int main(void) {
  int n = 18, half = 9;
  float *r = calloc(n, sizeof *r), sum = 0;
#pragma omp target enter data map(to : r[0:2 * half])
  reset(r, n);
#pragma omp target update from(r[0:half])
  for (int i = 0; i < half; ++i) sum += r[i];
#pragma omp target exit data map(delete : r[0:half])
  if (sum != 9) return 1;
  puts("ok");
  return 0;
}
