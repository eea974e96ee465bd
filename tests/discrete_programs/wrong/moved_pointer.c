// expect: line 11 names inner cause before
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 18, padded[20], out[18];
  for (int i = 0; i < n + 2; ++i) padded[i] = 3 * i;
  int *inner = padded + 1;
#pragma acc parallel loop copyin(inner[0:n + 1]) copyout(out)
  for (int i = 0; i < 18; ++i)
    out[i] = inner[i - 1] + inner[i + 1];
  for (int i = 0; i < n; ++i)
    if (out[i] != 6 * (i + 1)) return 1;
  printf("ok\n");
  return 0;
}
