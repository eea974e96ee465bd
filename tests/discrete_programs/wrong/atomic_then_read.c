// expect: line 14 names bins cause unordered after 9
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 1000, bins[8] = {0}, total = 0, twice[8];
#pragma acc data copy(bins) copyout(twice)
  {
#pragma acc parallel loop async(1) present(bins)
    for (int i = 0; i < n; ++i)
#pragma acc atomic update
      bins[i % 8] += 1;
#pragma acc parallel loop async(2) present(bins)
    for (int i = 0; i < 8; ++i) twice[i] = 2 * bins[i];
#pragma acc wait
  }
  for (int i = 0; i < 8; ++i) total += twice[i];
  printf("%d\n", total);
  return total == 2 * n ? 0 : 1;
}
