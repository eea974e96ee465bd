// case: loops that compilers count wrongly have no directive, and compute what they should
#include <stddef.h>
#include <stdio.h>

int main(void) {
  int n = 0, sum = 0, many = 0;
  size_t limit = 13;
  unsigned count[13] = {0};
#pragma acc parallel loop reduction(+: n) copy(count)
  for (unsigned i = 0; i < limit; i += 2) {
    if (i < 13) count[i]++;
    n++;
  }
#pragma acc parallel loop reduction(+: sum)
  for (signed char i = -100; i < 100; ++i) sum += i < 0 ? 2 : 1;
#pragma acc parallel loop collapse(2) reduction(+: many)
  for (signed char i = 0; i < 16; ++i)
    for (signed char j = 0; j < 16; ++j) many++;
#pragma acc kernels copy(count)
  for (unsigned i = 0; i < limit; i += 2) {
    if (i < 13) count[i] += 2;
  }
#pragma acc parallel loop gang num_gangs(4) copy(count)
  for (int k = 0; k < 2; ++k) {
#pragma acc loop worker
    for (unsigned i = 0; i < limit; i += 4) count[(i + k) % 13]++;
  }
#pragma acc kernels loop independent gang(3) copy(count)
  for (unsigned i = 1; i < limit; i += 6) {
#pragma acc loop independent vector
    for (int j = 0; j < 2; ++j) count[i + j]++;
  }
  for (int i = 0; i < 13; ++i) printf("%u ", count[i]);
  printf("%d %d %d\n", n, sum, many);
  return 0;
}
