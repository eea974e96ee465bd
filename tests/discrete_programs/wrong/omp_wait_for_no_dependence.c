// expect: line 9 names a[0:n] cause unordered after 6
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, none = 0, *a = calloc(n, sizeof *a), sum = 0;
#pragma omp target map(tofrom : a[0:n]) depend(out : a[0]) nowait
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp taskwait depend(iterator(int j = 0 : none), in : a[j])
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp taskwait
  printf("%d\n", sum);
  return sum == 300 ? 0 : 1;
}
