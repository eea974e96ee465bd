// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  enum { N = 24, PART = 8 };
  int *v = malloc(N * sizeof *v), sum = 0;
  for (int i = 0; i < N; ++i) v[i] = i;
  for (int k = 0; k < N; k += PART) {
#pragma acc enter data copyin(v[k:PART])
  }
  for (int k = 0; k < N; k += PART) {
#pragma acc parallel loop present(v[k:PART])
    for (int i = k; i < k + PART; ++i) v[i] += 1;
#pragma acc exit data copyout(v[k:PART])
  }
  for (int i = 0; i < N; ++i) sum += v[i];
  free(v);
  if (sum != 300) return 1;
  puts("ok");
  return 0;
}
