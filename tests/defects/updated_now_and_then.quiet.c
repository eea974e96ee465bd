// The same condition copies and reads.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void now_and_then(int n, int steps, float *a) {
#pragma acc data copy(a[0:n])
  for (int t = 0; t < steps; ++t) {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    if (t % 10 == 0) {
#pragma acc update self(a[0:n])
    }
    if (t % 10 == 0)
      printf("%f\n", a[0]);
  }
}
