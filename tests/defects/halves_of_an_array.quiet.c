// The device has changed one half, and the host reads the other one.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void halves(float *a) {
#pragma acc data copy(a[0:200])
  {
#pragma acc parallel loop
    for (int i = 0; i < 100; ++i)
      a[i] = i;
    for (int i = 100; i < 200; ++i)
      printf("%f\n", a[i]);
  }
}
