// Memory of the device is freed after the operation that uses it.
#include <openacc.h>
#include <stdio.h>

int main(void) {
  int n = 64, total = 0, best[64];
  int *scratch = acc_malloc(n * sizeof *scratch);
#pragma acc enter data create(best)
#pragma acc parallel loop deviceptr(scratch) async(4)
  for (int i = 0; i < n; ++i) scratch[i] = i % 9;
#pragma acc parallel loop deviceptr(scratch) present(best) async(4)
  for (int i = 0; i < n; ++i) best[i] = scratch[n - 1 - i];
  acc_wait(4);
  acc_free(scratch);
#pragma acc exit data copyout(best)
  for (int i = 0; i < n; ++i) total += best[i];
  printf("%d\n", total);
  return total != 252;
}
