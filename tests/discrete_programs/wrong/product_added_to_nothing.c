// expect: line 11 names c cause unset
#include <stdio.h>

enum { N = 9 };

static void multiply(double a[N][N], double b[N][N], double c[N][N]) {
#pragma acc parallel loop collapse(2) copyin(a[0:N], b[0:N]) copyout(c[0:N])
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  double a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = i == j ? 2 : 0;
      b[i][j] = i - j;
      c[i][j] = 1;
    }
  multiply(a, b, c);
  if (c[0][0] != 1 || c[8][1] != 15 || c[1][8] != -13) return 1;
  puts("ok");
  return 0;
}
