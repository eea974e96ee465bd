// expect: line 19 names neu cause unset
#include <stdio.h>
#include <stdlib.h>

static void jacobi(int n, float *old, float *neu) {
#pragma acc parallel loop present(old[0:n], neu[0:n])
  for (int i = 1; i < n - 1; ++i) neu[i] = 0.5f * (old[i - 1] + old[i + 1]);
}

int main(void) {
  int n = 17;
  float *old = calloc(n, sizeof *old), *neu = calloc(n, sizeof *neu), sum = 0;
  old[8] = 4;
#pragma acc data copyin(old[0:n]) create(neu[0:n])
  {
    jacobi(n, old, neu);
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += neu[i];
  }
  free(old);
  free(neu);
  if (sum != 4) return 1;
  puts("ok");
  return 0;
}
