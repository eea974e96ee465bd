// A condition decides whether the device is used.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void maybe(int n, float *a, int use) {
#pragma acc data copy(a[0:n]) if(use)
  {
#pragma acc parallel loop if(use)
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma acc update self(a[0:n]) if(use)
    printf("%f\n", a[0]);
  }
}
