// expect: line 11 names a[0:n] cause unordered after 8
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
#pragma omp target data map(tofrom : a[0:n], b[0:n])
  {
#pragma omp target depend(out : a[0]) nowait
    for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp target map(always, from : a[0:n]) nowait
    for (int i = 0; i < n; ++i) b[i] = a[i];
#pragma omp taskwait
  }
  for (int i = 0; i < n; ++i) sum += b[i];
  printf("%d\n", sum);
  return sum == 300 ? 0 : 1;
}
