// expect: line 13 names h cause behind
#include <stdio.h>

#define ROWS 10
#define COLS 4
static int h[ROWS][COLS];

static int count(int rows) {
  int n = 0;
#pragma acc parallel loop collapse(2) copyin(h[0:rows - 1][0:COLS]) reduction(+ : n)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < COLS; ++j)
      n += h[i][j] > 2;
  return n;
}

int main(void) {
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLS; ++j) h[i][j] = j;
  if (count(ROWS) != ROWS) return 1;
  puts("ok");
  return 0;
}
