// expect: ok
#include <stdio.h>
#include <stdlib.h>

static double **rows(int n) {
  double **all = malloc(n * sizeof *all);
  for (int i = 0; i < n; ++i) all[i] = calloc(n, sizeof **all);
  return all;
}

static void relax(int n, double **old, double **new) {
#pragma acc parallel loop copyin(old[0:n][0:n]) copy(new[0:n][0:n])
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) new[i][j] = (old[i - 1][j] + old[i + 1][j]) / 2;
}

int main(void) {
  int n = 9, bad = 0;
  double **old = rows(n), **new = rows(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) old[i][j] = new[i][j] = i;
  relax(n, old, new);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) bad += new[i][j] != i;
  if (bad) return 1;
  puts("ok");
  return 0;
}
