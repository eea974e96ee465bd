// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void difference(int n, const double *in, double *out) {
#pragma acc parallel loop copyin(in[0:n]) copyout(out[1:n - 1])
  for (int i = 1; i < n; ++i)
    out[i] = in[i] - in[i - 1];
}

int main(void) {
  int n = 60;
  double *f = malloc(n * sizeof *f), *d = malloc(n * sizeof *d);
  for (int i = 0; i < n; ++i) f[i] = i * i;
  difference(n, f, d);
  for (int i = 1; i < n; ++i)
    if (d[i] != 2 * i - 1) return 1;
  puts("ok");
  return 0;
}
