// expect: line 14 names acc_malloc cause freed
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 12, *a = calloc(n, sizeof *a);
  int *scratch = acc_malloc(n * sizeof *scratch);
#pragma acc data copy(a[0:n])
  {
    for (int step = 0; step < 3; ++step) {
#pragma acc parallel loop deviceptr(scratch)
      for (int i = 0; i < n; ++i)
        scratch[i] = a[(i + 1) % n] + i;
#pragma acc parallel loop deviceptr(scratch)
      for (int i = 0; i < n; ++i) a[i] = scratch[i];
      acc_free(scratch);
    }
  }
  if (a[0] != 0 + 1 + 2 || a[11] != 11 + 0 + 1) return 1;
  puts("ok");
  free(a);
  return 0;
}
