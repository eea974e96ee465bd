// expect: ok
#include <stdio.h>

#define P 3
#define R 4
#define C 5
static int cube[P][R][C];

int main(void) {
  int i, j, k, wrong = 0;
#pragma acc parallel num_gangs(3) num_workers(2) vector_length(4) copyout(cube)
  {
#pragma acc loop gang
    for (i = 0; i < P; i++) {
#pragma acc loop worker
      for (j = 0; j < R; j++) {
#pragma acc loop vector
        for (k = 0; k < C; k++)
          cube[i][j][k] = i * 100 + j * 10 + k;
      }
    }
  }
  for (i = 0; i < P; i++)
    for (j = 0; j < R; j++)
      for (k = 0; k < C; k++)
        wrong += cube[i][j][k] != i * 100 + j * 10 + k;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
