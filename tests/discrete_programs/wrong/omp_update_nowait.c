// expect: line 12 names a[0:n] cause unordered after 10
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), sum = 0;
#pragma omp target data map(tofrom : a[0:n])
  {
#pragma omp target
    for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp target update from(a[0:n]) nowait
    for (int i = 0; i < n; ++i)
      sum += a[i];
#pragma omp taskwait
  }
  printf("%d\n", sum);
  return sum == 300 ? 0 : 1;
}
