// A function returns memory that may be on the device.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float *get(int n);
void elsewhere(int n) {
  float *a = get(n);
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] += 1;
#pragma acc update self(a[0:n])
  printf("%f\n", a[0]);
}
