// Of two arrays at file scope, no data clause of the unit names one.
// expect: ACC0171 20
void *malloc(unsigned long size);
void free(void *memory);
void exit(int status);

static double *a = (void *)0, *w = 0;

static void begin(int n) {
  a = malloc(n * sizeof(double));
  if ((w = malloc(n * sizeof(double))) == (void *)0) exit(1);
  for (int i = 0; i < n; ++i) a[i] = w[i] = i;
#pragma acc enter data copyin(a[0:n])
}

double sum(int n) {
  double s = 0;
  begin(n);
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; ++i) a[i] *= w[i];
#pragma acc exit data copyout(a[0:n])
  for (int i = 0; i < n; ++i) s += a[i];
  free(a);
  free(w);
  w = (void *)0;
  return s;
}
