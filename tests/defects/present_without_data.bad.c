// `present` for memory that no directive puts on the device.
// expect: ACC0154 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void fresh(int n) {
  float *a = malloc(n * sizeof(float));
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
  free(a);
}
