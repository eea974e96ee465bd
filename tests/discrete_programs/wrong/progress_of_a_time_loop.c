// expect: line 12 names u cause stale
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 11, failed = 0;
  int *u = calloc(n, sizeof *u);
#pragma acc enter data copyin(u[0:n])
  for (int t = 1; t <= 3; ++t) {
#pragma acc parallel loop present(u[0:n])
    for (int i = 0; i < n; ++i) u[i] += t * i;
    printf("step %d: %d\n", t, u[n - 1]);
    failed += u[n - 1] != (n - 1) * t * (t + 1) / 2;
  }
#pragma acc exit data delete(u[0:n])
  free(u);
  puts(failed ? "wrong" : "ok");
  return failed != 0;
}
