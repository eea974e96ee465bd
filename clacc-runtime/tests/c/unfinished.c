/* A program that ends while its queues are busy. */
#include "check.h"

static double a[N];

int main(void) {
  acc_copyin(a, sizeof a);
  for (int k = 0; k < 50; ++k) {
#pragma omp target map(alloc : a) nowait depend(inout : *acc2omp_async2dep(1))
    for (int r = 0; r < 100; ++r)
      for (int i = 0; i < N; ++i)
        a[i] += 1;
  }
  acc_copyout_async(a, sizeof a, 1);
  return 0;
}
