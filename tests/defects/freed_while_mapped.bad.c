// `free` before `exit data`.
// expect: ACC0160 13
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void leak(int n) {
  double *w = malloc(n * sizeof(double));
#pragma acc enter data create(w[0:n])
#pragma acc parallel loop present(w[0:n])
  for (int i = 0; i < n; ++i)
    w[i] = i;
  free(w);
}
