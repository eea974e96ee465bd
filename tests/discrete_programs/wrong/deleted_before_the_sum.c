// expect: line 14 names a cause freed
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 35;
  long *a = malloc(n * sizeof *a), sum = 0;
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma acc exit data delete(a[0:n])
#pragma acc parallel loop reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  free(a);
  if (sum != 595) return 1;
  puts("ok");
  return 0;
}
