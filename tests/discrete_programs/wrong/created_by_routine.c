// expect: line 11 names acc_create cause unset
#include <openacc.h>
#include <stdio.h>

int main(void) {
  unsigned seed[16], mixed[16], sum = 0;
  for (unsigned i = 0; i < 16; ++i) seed[i] = i * 2654435761u;
  acc_create(seed, sizeof seed);
#pragma acc parallel loop present(seed) copyout(mixed)
  for (int i = 0; i < 16; ++i)
    mixed[i] = seed[i] ^ (seed[i] >> 7);
  acc_delete(seed, sizeof seed);
  for (int i = 0; i < 16; ++i) sum += mixed[i] != (seed[i] ^ (seed[i] >> 7));
  if (sum) return 1;
  puts("ok");
  return 0;
}
