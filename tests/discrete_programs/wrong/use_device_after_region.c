// expect: line 9 names primes cause freed
#include <stdio.h>
#include <stdlib.h>

static int first_above(int n, const int *p, int limit) {
  int at = n;
#pragma acc parallel loop deviceptr(p) reduction(min : at)
  for (int i = 0; i < n; ++i)
    if (p[i] > limit && i < at) at = i;
  return at;
}

int main(void) {
  int primes[] = {2, 3, 5, 7, 11, 13, 17, 19}, *on_device = NULL, at = 0;
#pragma acc data copyin(primes)
  {
#pragma acc host_data use_device(primes)
    on_device = primes;
  }
  at = first_above(8, on_device, 10);
  if (at != 4) return 1;
  puts("ok");
  return 0;
}
