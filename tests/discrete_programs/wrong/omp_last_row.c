// expect: line 12 names tile cause behind
#include <stdio.h>

enum { R = 6, C = 8 };
static short tile[R][C];

static void invert(int rows) {
#pragma omp target teams distribute map(tofrom : tile[0:rows - 1][0:C])
  for (int r = 0; r < rows; ++r) {
#pragma omp parallel for
    for (int c = 0; c < C; ++c)
      tile[r][c] = -tile[r][c];
  }
}

int main(void) {
  for (int r = 0; r < R; ++r)
    for (int c = 0; c < C; ++c) tile[r][c] = (short)(r * c);
  invert(R);
  if (tile[5][7] != -35 || tile[0][0] != 0) return 1;
  puts("ok");
  return 0;
}
