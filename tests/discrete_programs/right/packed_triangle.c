// expect: ok
#include <stdio.h>
#include <stdlib.h>

/* The lower triangle of a symmetric matrix, packed row by row. */
static double norm1(int n, const double *tri) {
  double most = 0;
#pragma acc parallel loop copyin(tri[0:n * (n + 1) / 2]) reduction(max : most)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += j <= i ? tri[i * (i + 1) / 2 + j] : tri[j * (j + 1) / 2 + i];
    if (s > most) most = s;
  }
  return most;
}

int main(void) {
  double tri[] = {1, 2, 3, 4, 5, 6};
  double m = norm1(3, tri);
  if (m != 15) {
    printf("%g\n", m);
    return 1;
  }
  puts("ok");
  return 0;
}
