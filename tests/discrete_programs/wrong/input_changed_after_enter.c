// expect: line 9 names rates cause unordered after 8
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 128, *rates = calloc(n, sizeof *rates), sum = 0;
  for (int i = 0; i < n; ++i) rates[i] = 2;
#pragma acc enter data copyin(rates[0:n]) async
  for (int i = 0; i < n; ++i) rates[i] = 5;
#pragma acc parallel loop reduction(+ : sum) present(rates[0:n]) async
  for (int i = 0; i < n; ++i) sum += rates[i];
#pragma acc wait
#pragma acc exit data delete(rates[0:n])
  free(rates);
  printf("%d\n", sum);
  return sum != 2 * n;
}
