// expect: line 11 names rows[1][0] cause behind
#include <stdio.h>
#include <stdlib.h>

static double (*rows)[3];

static void set_one(void) {
#pragma acc data copyout(rows[1:1][0:1]) async(2)
  {
#pragma acc parallel loop async(2)
    for (int i = 1; i < 2; ++i) rows[i][1] = 5;
  }
#pragma acc wait(2)
}

int main(void) {
  rows = calloc(5, sizeof *rows);
#pragma acc data create(rows[2:1][0:2])
  set_one();
  printf("%g\n", rows[1][1]);
  return rows[1][1] != 5;
}
