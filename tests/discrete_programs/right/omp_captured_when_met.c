// A firstprivate variable has the value of the moment in which the construct is met: the host may change it before anybody waits.
#include <stdio.h>
#include <stdlib.h>
struct pair { int first, second; };
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *p = a, by[4] = {1, 1, 1, 1}, sum = 0;
  struct pair more = {1, 1};
#pragma omp target map(tofrom : p[0:n]) firstprivate(by, more) nowait
  for (int i = 0; i < n; ++i) p[i] += by[i % 4] + more.first;
  p = b;
  for (int i = 0; i < 4; ++i) by[i] = 2;
  more.first = 3;
#pragma omp target map(tofrom : p[0:n]) firstprivate(by, more) nowait
  for (int i = 0; i < n; ++i) p[i] += by[i % 4] + more.first;
  by[0] = more.first = 0;
#pragma omp taskwait
  for (int i = 0; i < n; ++i) sum += a[i] + b[i];
  printf("%d\n", sum);
  if (sum != 300 * 7) return 1;
  puts("ok");
  return 0;
}
