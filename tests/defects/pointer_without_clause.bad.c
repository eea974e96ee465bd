// One of two arrays is named in no data clause.
// expect: ACC0154 10
void *malloc(unsigned long size);
void free(void *memory);

double sum(int n) {
  double *a = malloc(n * sizeof(double)), *w = malloc(n * sizeof(double)), s = 0;
  for (int i = 0; i < n; ++i) a[i] = w[i] = i;
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) a[i] *= w[i];
  for (int i = 0; i < n; ++i) s += a[i];
  free(a);
  free(w);
  return s;
}
