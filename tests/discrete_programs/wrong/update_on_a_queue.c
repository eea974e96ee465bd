// expect: line 13 names x cause unordered after 12
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 1000;
  long *x = calloc(n, sizeof *x), sum = 0;
#pragma acc data create(x[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; ++i) x[i] = i;
#pragma acc update self(x[0:n]) async(1)
    for (int i = 0; i < n; ++i) sum += x[i];
#pragma acc wait
  }
  free(x);
  printf("%ld\n", sum);
  if (sum != 499500) return 1;
  puts("ok");
  return 0;
}
