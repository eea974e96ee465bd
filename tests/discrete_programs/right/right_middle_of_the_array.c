// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void middle(int n, const double *in, double *out) {
#pragma acc parallel loop copyin(in[4:n - 8]) copyout(out[5:n - 10])
  for (int i = 5; i < n - 5; ++i) out[i] = in[i - 1] + in[i + 1];
}

int main(void) {
  int n = 40, bad = 0;
  double *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out);
  for (int i = 0; i < n; ++i) in[i] = i;
  middle(n, in, out);
  for (int i = 0; i < n; ++i) bad += out[i] != (i >= 5 && i < n - 5 ? 2 * i : 0);
  free(in);
  free(out);
  if (bad) return 1;
  puts("ok");
  return 0;
}
