// expect: line 18 names rows[] cause absent
#include <stdio.h>

static int plane[6][8], rows[6][8];

int main(void) {
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) plane[i][j] = rows[i][j] = 8 * i + j;
#pragma acc data copyin(plane, rows[0:4])
  {
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 8; ++j) {
        plane[i][j] += 100;
        rows[i][j] += 100;
      }
#pragma acc update self(plane[1:2][3:4])
#pragma acc update self(rows[3:2][0:3])
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) {
      int in_plane = i >= 1 && i < 3 && j >= 3 && j < 7, in_rows = i >= 2 && i < 4 && j < 3;
      if (plane[i][j] != 8 * i + j + 100 * in_plane) return 1;
      if (rows[i][j] != 8 * i + j + 100 * in_rows) return 2;
    }
  puts("ok");
  return 0;
}
