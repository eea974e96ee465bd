// Two pointers change places in each step.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void swap(int n, int steps, float *a, float *b) {
#pragma acc data copy(a[0:n], b[0:n])
  for (int t = 0; t < steps; ++t) {
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; ++i)
      b[i] = a[i] / 2;
    float *c = a;
    a = b;
    b = c;
  }
  printf("%f\n", a[0]);
}
