// expect: line 11 names acc_malloc cause behind
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 16, good = 0;
  double *work = acc_malloc(n * sizeof(float));
#pragma acc parallel loop deviceptr(work)
  for (int i = 0; i < n; ++i)
    work[i] = 0.5 * i;
#pragma acc parallel loop deviceptr(work) reduction(+ : good)
  for (int i = 0; i < n; ++i) good += 2 * work[i] == i;
  acc_free(work);
  if (good != n) return 1;
  puts("ok");
  return 0;
}
