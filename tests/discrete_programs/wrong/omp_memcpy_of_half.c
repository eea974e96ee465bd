// expect: line 14 names omp_target_alloc cause unset
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int dev = omp_get_default_device(), host = omp_get_initial_device(), n = 10, sum = 0;
  short *squares = malloc(n * sizeof *squares), *table = omp_target_alloc(n * sizeof *table, dev);
  for (int i = 0; i < n; ++i) squares[i] = (short)(i * i);
  size_t bytes = n * sizeof(char);
  omp_target_memcpy(table, squares, bytes, 0, 0, dev, host);
#pragma omp target parallel for is_device_ptr(table) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += table[i];
  omp_target_free(table, dev);
  free(squares);
  if (sum != 285) return 1;
  puts("ok");
  return 0;
}
