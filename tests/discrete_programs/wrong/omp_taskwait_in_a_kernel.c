// expect: line 12 names a[0:n] cause unordered after 7
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), sum = 0;
#pragma omp target enter data map(to : a[0:n])
#pragma omp target nowait
  {
    for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp taskwait
  }
#pragma omp target exit data map(from : a[0:n])
#pragma omp taskwait
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);
  return sum == 300 ? 0 : 1;
}
