// The functions that get the pointer fill and read its memory on the host, and put nothing on the device.
// expect: ACC0171 19
void *malloc(unsigned long size);

static double *a, *w;

static void fill(double *x, int n, double value) {
  for (int i = 0; i < n; ++i) x[i] = value;
  if (n > 1) fill(x + n / 2, n / 2, value + 1);
}

double first(int n) {
  a = malloc(n * sizeof(double));
  w = malloc(n * sizeof(double));
  fill(a, n, 1);
  fill(w, n, 2);
#pragma acc data copy(a[0:n])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] *= w[i];
  return a[0];
}
