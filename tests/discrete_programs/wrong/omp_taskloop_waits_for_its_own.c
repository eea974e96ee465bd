// expect: line 10 names a[0:n] cause unordered after 6
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
#pragma omp target map(tofrom : a[0:n]) nowait
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp taskloop
  for (int i = 0; i < n; ++i) b[i] = 1;
  for (int i = 0; i < n; ++i) sum += a[i] + b[i];
#pragma omp taskwait
  printf("%d\n", sum);
  return sum == 600 ? 0 : 1;
}
