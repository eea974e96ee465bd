// expect: line 10 names m cause behind
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, double (*m)[4], double f) {
#pragma acc parallel loop gang copy(m[0:n - 1])
  for (int i = 0; i < n; ++i)
#pragma acc loop vector
    for (int j = 0; j < 4; ++j)
      m[i][j] *= f;
}

int main(void) {
  double (*m)[4] = malloc(12 * sizeof *m);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 4; ++j) m[i][j] = i - j;
  scale(12, m, 3);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 4; ++j)
      if (m[i][j] != 3 * (i - j)) return 1;
  puts("ok");
  return 0;
}
