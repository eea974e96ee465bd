// Iterations that depend on each other, in one, two and three dimensions, up and down.
#include <stdio.h>
#define N 60

int main(void) {
  static long a[N][N], b[N], c[9][9][11];
  static double w[N];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) a[i][j] = i == 0 || j == 0;
    b[i] = 1;
    w[i] = i;
  }
  int i, j;
#pragma omp parallel
#pragma omp for ordered(2) schedule(dynamic, 1)
  for (i = 1; i < N; i++)
    for (j = 1; j < N; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[i][j] = (a[i - 1][j] + a[i][j - 1]) % 1000003;
#pragma omp ordered depend(source)
    }
#pragma omp parallel for ordered(1)
  for (unsigned k = 2; k < N; k += 3) {
#pragma omp ordered doacross(sink : k - 3)
    b[k] = (k >= 5 ? b[k - 3] : 7) * 3 % 10007;
#pragma omp ordered doacross(source :)
  }
#pragma omp parallel for ordered(1) schedule(static, 2)
  for (double *p = w + N - 2; p >= w; p--) {
#pragma omp ordered depend(sink : p + 1)
    *p += p[1];
#pragma omp ordered depend(source)
  }
#pragma omp parallel for collapse(2) ordered(3) schedule(guided)
  for (int x = 1; x < 8; x++)
    for (int y = 1; y < 8; y++)
      for (int z = 7; z >= 1; z -= 2) {
#pragma omp ordered depend(sink : x - 1, y, z) depend(sink : x, y - 1, z + 2)
        c[x][y][z] = (c[x][y][z] + c[x - 1][y][z] * z + c[x][y - 1][z + 2] + x) % 100003;
#pragma omp ordered depend(source)
      }
  long before[N];
  for (int k = 0; k < N; ++k) before[k] = k;
#pragma omp parallel for collapse(2) ordered(2) schedule(dynamic, 1)
  for (int x = 9; x >= 0; x -= 3)
    for (int y = 0; y < 15; y++) {
      const int at = (9 - x) / 3 * 15 + y;
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
      before[at] = (before[at] * 5 + (at ? before[at - 1] : 3)) % 100003;
#pragma omp ordered doacross(source : omp_cur_iteration)
    }
  printf("%ld %ld\n", before[0], before[59]);
  printf("%ld %ld %g %ld %ld\n", a[N - 1][N - 1], b[59], w[0], c[7][7][1], c[7][7][7]);
  return 0;
}
