// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 10, *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma acc enter data copyin(a[0:n])
#pragma acc enter data copyin(a[0:n])
#pragma acc exit data delete(a[0:n])
#pragma acc parallel loop present(a[0:n]) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma acc exit data delete(a[0:n])
  free(a);
  if (sum != 45) return 1;
  puts("ok");
  return 0;
}
