// expect: line 13 names omp_target_alloc cause freed
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int dev = omp_get_default_device(), n = 32, all = 0;
  int *pool = omp_target_alloc(n * sizeof *pool, dev);
  if (pool == NULL) return 1;
  for (int round = 0; round < 2; ++round) {
#pragma omp target is_device_ptr(pool)
    for (int i = 0; i < n; ++i)
      pool[i] = round + i;
    int sum = 0;
#pragma omp target parallel for is_device_ptr(pool) map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += pool[i];
    all += sum;
    omp_target_free(pool, dev);
  }
  if (all != 2 * 496 + 32) return 1;
  puts("ok");
  return 0;
}
