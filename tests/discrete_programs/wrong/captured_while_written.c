// expect: line 8 names by cause unordered after 6
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), by[4] = {1, 1, 1, 1}, sum = 0;
#pragma acc parallel loop copy(by) async(1)
  for (int i = 0; i < 4; ++i) by[i] += 1;
#pragma acc parallel loop copy(a[0:n]) firstprivate(by) async(1)
  for (int i = 0; i < n; ++i) a[i] += by[i % 4];
#pragma acc wait
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);
  return sum == 600 ? 0 : 1;
}
