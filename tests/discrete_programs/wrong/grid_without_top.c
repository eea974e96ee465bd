// expect: line 15 names u cause before
#include <stdio.h>

enum { N = 6, M = 7 };
static float u[N][M], v[N][M];

int main(void) {
  for (int j = 0; j < M; ++j) u[0][j] = 10;
#pragma acc data copyin(u[1:N - 1][0:M]) copy(v)
  {
#pragma acc parallel loop gang
    for (int i = 1; i < N; ++i)
#pragma acc loop vector
      for (int j = 0; j < M; ++j)
        v[i][j] = 0.5f * u[i - 1][j];
  }
  for (int j = 0; j < M; ++j)
    if (v[1][j] != 5 || v[2][j] != 0) return 1;
  puts("ok");
  return 0;
}
