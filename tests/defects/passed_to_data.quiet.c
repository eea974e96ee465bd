// A function that gets the pointer passes it on to one that puts its memory on the device.
void *malloc(unsigned long size);

static double *a, *w, *stored, *of_both;
double *other;

static void enter(int n, double *x) {
#pragma acc enter data copyin(x[0:n])
}

static void begin(double *x, int n) {
  for (int i = 0; i < n; ++i) x[i] = i;
  enter(n, x);
}

static void store(double *x) { other = x; }

static double *same(double *x) { return x; }

double first(int n) {
  a = malloc(n * sizeof(double));
  w = malloc(n * sizeof(double));
  stored = malloc(n * sizeof(double));
  of_both = malloc(n * sizeof(double));
  begin(w, n);
  store(stored);
  begin(same(of_both), n);
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) a[i] *= w[i] + stored[i] + of_both[i];
  return a[0];
}
