// expect: ok
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

// One byte of each part has the value that fresh memory of the device has.
static const double part = 0x1.000000000a500p0;

static void turned(int n, const double complex *in, double complex *out) {
#pragma acc parallel loop copyin(in[0:n]) copyout(out[0:n])
  for (int i = 0; i < n; ++i) out[i] = in[i] * I;
}

int main(void) {
  int n = 12, bad = 0;
  double complex *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
  for (int i = 0; i < n; ++i) in[i] = part - part * I;
  turned(n, in, out);
  for (int i = 0; i < n; ++i) bad += creal(out[i]) != part || cimag(out[i]) != part;
  free(in);
  free(out);
  if (bad) return 1;
  puts("ok");
  return 0;
}
