// expect: line 13 names acc_copyin cause behind
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t n = 40;
  unsigned *key = malloc(n * sizeof *key), all = 0;
  for (size_t i = 0; i < n; ++i) key[i] = 1u << (i % 32);
  acc_copyin(key, n);
#pragma acc parallel loop reduction(| : all)
  for (size_t i = 0; i < n; ++i)
    all |= key[i];
  acc_delete(key, n);
  if (all != 0xffffffffu) return 1;
  puts("ok");
  free(key);
  return 0;
}
