// expect: line 11 names t cause behind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void diffuse(int n, double *t, double *s, int steps) {
#pragma acc data copy(t[0:n - 1]) copyin(s[0:n])
  for (int k = 0; k < steps; ++k) {
#pragma acc parallel loop
    for (int i = 1; i < n - 1; ++i)
      s[i] = (t[i - 1] + t[i + 1]) / 2;
#pragma acc parallel loop
    for (int i = 1; i < n - 1; ++i)
      t[i] = s[i];
  }
}

int main(void) {
  double t[9], s[9] = {0};
  for (int i = 0; i < 9; ++i) t[i] = 4 * i;
  diffuse(9, t, s, 5);
  for (int i = 0; i < 9; ++i)
    if (t[i] != 4 * i) return 1;
  puts("ok");
  return 0;
}
