// The clause for the struct copies a pointer of the host.
// expect: ACC0154 17
void *malloc(unsigned long size);
void free(void *memory);

struct vector {
  int n;
  double *p, *q;
};

double sum(int n) {
  struct vector v = {.n = n};
  double s = 0;
  v.p = malloc(n * sizeof(double));
  v.q = malloc(n * sizeof(double));
#pragma acc parallel loop copyin(v) copy(v.p[0:n])
  for (int i = 0; i < n; ++i) v.p[i] *= v.q[i];
  for (int i = 0; i < n; ++i) s += v.p[i];
  free(v.p);
  free(v.q);
  return s;
}
