// A firstprivate array has the value of the moment in which the construct is met, also in a queue.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), by[4] = {1, 1, 1, 1}, sum = 0;
#pragma acc parallel loop copy(by) async(2)
  for (int i = 0; i < 4; ++i) by[i] += 1;
#pragma acc wait(2)
#pragma acc parallel loop copy(a[0:n]) firstprivate(by) async(1)
  for (int i = 0; i < n; ++i) a[i] += by[i % 4];
  for (int i = 0; i < 4; ++i) by[i] = 5;
#pragma acc parallel loop copy(a[0:n]) firstprivate(by) async(1)
  for (int i = 0; i < n; ++i) a[i] += by[i % 4];
#pragma acc wait
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);
  if (sum != 300 * 7) return 1;
  puts("ok");
  return 0;
}
