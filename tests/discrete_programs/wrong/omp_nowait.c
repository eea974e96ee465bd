// expect: line 11 names z cause unordered after 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 200, *z = calloc(n, sizeof *z), sum = 0;
#pragma omp target enter data map(to : z[0:n])
#pragma omp target map(tofrom : z[0:n]) depend(out : z[0]) nowait
  for (int i = 0; i < n; ++i) z[i] = 2;
#pragma omp target update from(z[0:n]) depend(inout : z[0]) nowait
  for (int i = 0; i < n; ++i) sum += z[i];
#pragma omp taskwait
#pragma omp target exit data map(delete : z[0:n])
  free(z);
  printf("%d\n", sum);
  if (sum != 400) return 1;
  puts("ok");
  return 0;
}
