// expect: line 13 names a cause unordered after 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 300, sum = 0;
  int *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
#pragma acc data copyin(a[0:n]) copy(b[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; ++i) a[i] = 3;
#pragma acc parallel loop async(2)
    for (int i = 0; i < n; ++i) b[i] = a[i];
#pragma acc wait(2)
#pragma acc wait(1)
  }
  for (int i = 0; i < n; ++i) sum += b[i];
  printf("%d\n", sum);
  if (sum != 900) return 1;
  puts("ok");
  free(a);
  free(b);
  return 0;
}
