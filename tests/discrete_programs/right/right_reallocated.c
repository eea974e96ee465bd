// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 4, *a = NULL;
  for (int round = 0; round < 3; ++round, n *= 2) {
    int sum = 0;
    a = realloc(a, n * sizeof *a);
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i) a[i] = round;
#pragma acc parallel loop present(a[0:n]) reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += a[i];
#pragma acc exit data delete(a[0:n])
    if (sum != n * round) return 1;
  }
  free(a);
  puts("ok");
  return 0;
}
