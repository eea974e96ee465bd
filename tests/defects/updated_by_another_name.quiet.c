// Another pointer names the same memory.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void alias(int n, float *a) {
  float *p = a;
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma acc update self(p[0:n])
    printf("%f\n", a[0]);
  }
}
