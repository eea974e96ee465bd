// expect: ok
#include <stdio.h>

static double field[24][6];

static void smooth(int first, int end) {
#pragma acc parallel loop collapse(2)
  for (int i = first; i < end; ++i)
    for (int j = 0; j < 6; ++j) field[i][j] = 2 * field[i][j] + i;
}

int main(void) {
  int first = 7, end = 15, bad = 0;
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 6; ++j) field[i][j] = j;
#pragma acc enter data copyin(field[first:end - first][0:6])
  smooth(first, end);
#pragma acc exit data copyout(field[first:end - first][0:6])
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 6; ++j) bad += field[i][j] != (i >= first && i < end ? 2 * j + i : j);
  if (bad) return 1;
  puts("ok");
  return 0;
}
