// A loop of the host changes a scalar that the region around copied once. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void grow(int n, int steps, float *a) {
  float factor = 1;
#pragma acc data copy(a[0:n]) copyin(factor)
  for (int t = 0; t < steps; ++t) {
    factor = 1 + 0.5f * t;
#pragma acc update device(factor)
#pragma acc parallel loop present(factor)
    for (int i = 0; i < n; ++i)
      a[i] *= factor;
  }
}
