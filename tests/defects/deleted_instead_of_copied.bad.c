// `exit data delete` throws the result away.
// expect: ACC0150 16
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

double total(int n) {
  double *v = malloc(n * sizeof(double));
  double sum = 0;
#pragma acc enter data create(v[0:n])
#pragma acc parallel loop present(v[0:n])
  for (int i = 0; i < n; ++i)
    v[i] = 0.5 * i;
#pragma acc exit data delete(v[0:n])
  for (int i = 0; i < n; ++i)
    sum += v[i];
  free(v);
  return sum;
}
