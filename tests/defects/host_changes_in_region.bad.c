// The host changes the input inside the region.
// expect: ACC0151 14
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void twice(int n, float *a, float *b) {
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
  {
    for (int i = 0; i < n; ++i)
      a[i] = 2 * i;
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
  }
}
