// expect: line 13 names result cause absent
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 27, good = 0;
  int *result = malloc(n * sizeof *result);
#pragma acc data create(result[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) result[i] = n - i;
  }
#pragma acc update self(result[0:n])
  for (int i = 0; i < n; ++i) good += result[i] == n - i;
  free(result);
  if (good != n) return 1;
  printf("ok\n");
  return 0;
}
