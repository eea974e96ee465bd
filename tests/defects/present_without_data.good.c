// `present` for memory that no directive puts on the device. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void fresh(int n) {
  float *a = malloc(n * sizeof(float));
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
  free(a);
}
