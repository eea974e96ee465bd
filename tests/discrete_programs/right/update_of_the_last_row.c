// A section without a length that is one row is contiguous.
#include <stdio.h>

int main(void) {
  short a[4][5] = {{0}};
#pragma acc enter data copyin(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) a[i][j] = 10 * i + j;
#pragma acc update self(a[3:][1:4])
#pragma acc update self(a[1:][2:2])
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) sum += a[i][j];
#pragma acc exit data delete(a)
  printf("%d\n", sum);
  if (sum != 31 + 32 + 33 + 34 + 12 + 13 + 22 + 23) return 1;
  puts("ok");
  return 0;
}
