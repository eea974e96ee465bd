// `copyin` takes the data there, and nothing brings the result back.
// expect: ACC0150 11
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float scale(int n, float *x) {
#pragma acc parallel loop copyin(x[0:n])
  for (int i = 0; i < n; ++i)
    x[i] = 3 * x[i] + 1;
  return x[0];
}
