// expect: line 12 names rows cause partly
#include <stdio.h>

static int rows[8][3];

int main(void) {
  int mine = 4;
#pragma acc enter data create(rows[0:mine][0:3])
#pragma acc parallel loop collapse(2) present(rows[0:mine][0:3])
  for (int i = 0; i < mine; ++i)
    for (int j = 0; j < 3; ++j) rows[i][j] = 10 * i + j;
#pragma acc exit data copyout(rows[0:8][0:3])
  if (rows[3][2] != 32 || rows[4][0] != 0) return 1;
  puts("ok");
  return 0;
}
