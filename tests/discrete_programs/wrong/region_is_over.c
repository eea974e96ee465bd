// expect: line 14 names b cause freed
#include <stdio.h>
#include <stdlib.h>

static int check(int n, const float *a, float *b) {
  int bad = 0;
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
  }
#pragma acc parallel loop reduction(+ : bad)
  for (int i = 0; i < n; ++i)
    if (b[i] != 2.0f * i) ++bad;
  return bad;
}

int main(void) {
  int n = 21;
  float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; ++i) a[i] = i;
  int bad = check(n, a, b);
  if (bad != 0 || b[20] != 40) return 1;
  puts("ok");
  free(a);
  free(b);
  return 0;
}
