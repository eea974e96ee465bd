// case: a register variable inside a construct is reduced, one outside is copied
#include <stdio.h>

int main(void) {
  double rows[4][8], sums[4] = {0};
  register int factor = 2;
  for (int i = 0; i < 32; ++i) rows[i / 8][i % 8] = i;
#pragma acc parallel loop gang copyin(rows) copyout(sums)
  for (int i = 0; i < 4; ++i) {
    register double sum = 0;
#pragma acc loop vector reduction(+: sum)
    for (register int j = 0; j < 8; ++j) sum += factor * rows[i][j];
    sums[i] = sum;
  }
  printf("%g %g\n", sums[0], sums[3]);
  return 0;
}
