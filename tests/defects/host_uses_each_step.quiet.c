// The host uses the data in each step, so that it must be copied.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void each_step(int n, int steps, float *a) {
  for (int t = 0; t < steps; ++t) {
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    printf("%f\n", a[t]);
  }
}
