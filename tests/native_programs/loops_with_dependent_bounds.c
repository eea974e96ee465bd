// Collapsed loops whose bounds depend on the counters around them: each iteration is executed once.
#include <stdio.h>
#include <string.h>

static unsigned char seen[32][64][32];

static void hit(int i, int j, int k) {
#pragma omp atomic
  seen[i][j][k]++;
}

static void report(const char *what) {
  long sum = 0, hash = 0;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 64; ++j)
      for (int k = 0; k < 32; ++k)
        if (seen[i][j][k]) {
          sum += seen[i][j][k];
          hash = (hash * 31 + i * 2048 + j * 32 + k) % 1000003;
        }
  printf("%s %ld %ld\n", what, sum, hash);
  memset(seen, 0, sizeof seen);
}

int main(void) {
  int n = 20, m = 7, sum = 0, last = -1;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) hit(i, j, 0);
  report("upper");
#pragma omp parallel for collapse(2)
  for (int i = n; i > 0; --i)
    for (int j = 0; j <= i; j += 2) hit(i, j, 1);
  report("lower");
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i += 3)
    for (int j = 2 * i + 1; j >= i - 4; --j) hit(i, j + 8, 1);
  report("band");
#pragma omp parallel for collapse(3)
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j)
      for (int k = 0; k < m - i; ++k) hit(i, j, k);
  report("three");
#pragma omp parallel for collapse(3)
  for (int i = 0; i < m; ++i)
    for (int j = 3; j < m; ++j)
      for (int k = j; k < 2 * j + 1; ++k) hit(i, j, k);
  report("inner");
#pragma omp parallel for collapse(2)
  for (unsigned i = 0; i < 5; ++i)
    for (unsigned j = 10; j > i; --j) hit((int)i, (int)j, 0);
  report("unsigned");
#pragma omp parallel for collapse(2) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < 30; ++i)
    for (int j = 29; j < i; ++j) {
      ++sum;
      last = i;
    }
  printf("%d %d\n", sum, last);
#pragma omp parallel for collapse(2) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < 30; ++i)
    for (int j = i; j < 30; ++j) {
      ++sum;
      last = i * 100 + j;
    }
  printf("%d %d\n", sum, last);
  return 0;
}
