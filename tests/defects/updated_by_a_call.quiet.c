// A function that is called in between may copy.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void synchronise(void);
void called(int n, float *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    synchronise();
    printf("%f\n", a[0]);
  }
}
