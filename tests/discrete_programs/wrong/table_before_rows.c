// expect: line 20 names - cause null
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static float *level[4]; /* of a multigrid: each has half the points */

int main(void) {
  float sum = 0;
#pragma acc enter data copyin(level)
  for (int l = 0; l < 4; ++l) {
    int points = 16 >> l;
    level[l] = malloc(points * sizeof(float));
    for (int i = 0; i < points; ++i) level[l][i] = 1;
    acc_copyin(level[l], points * sizeof(float));
  }
#pragma acc parallel loop present(level) reduction(+ : sum)
  for (int l = 0; l < 4; ++l)
    for (int i = 0; i < 16 >> l; ++i)
      sum += level[l][i];
  if (sum != 30) return 1;
  puts("ok");
  return 0;
}
