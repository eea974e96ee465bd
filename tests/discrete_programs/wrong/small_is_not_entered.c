// expect: line 13 names a cause host
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 64;
  long *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma acc enter data copyin(a[0:n]) if(n > 100)
  for (int round = 0; round < 3; ++round) {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      a[i] += round;
  }
#pragma acc exit data copyout(a[0:n])
  for (int i = 0; i < n; ++i) sum += a[i];
  free(a);
  if (sum != 2016 + 3 * 64) {
    printf("%ld\n", sum);
    return 1;
  }
  puts("ok");
  return 0;
}
