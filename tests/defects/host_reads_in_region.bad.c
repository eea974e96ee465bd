// The host reads a result inside the data region.
// expect: ACC0150 17
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int main(void) {
  float a[100];
  for (int i = 0; i < 100; ++i)
    a[i] = i;
#pragma acc data copy(a)
  {
#pragma acc parallel loop
    for (int i = 0; i < 100; ++i)
      a[i] *= 2;
    for (int i = 0; i < 100; ++i)
      printf("%f\n", a[i]);
  }
  return 0;
}
