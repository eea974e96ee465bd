// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void increase(int n, int *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
}

int main(void) {
  int n = 9, *a = calloc(n, sizeof *a), sum = 0;
#pragma acc enter data copyin(a[0:n])
  increase(n, a);
#pragma acc update self(a[0:n])
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma acc exit data delete(a[0:n])
  free(a);
  printf("%d\n", sum);
  if (sum != 9) return 1;
  puts("ok");
  return 0;
}
