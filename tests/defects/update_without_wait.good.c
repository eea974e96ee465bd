// `update self` with `async` has not ended when the host reads. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void print_first(int n, float *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop async(3)
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
#pragma acc update self(a[0:n]) async(3)
#pragma acc wait(3)
    printf("%f\n", a[0]);
  }
}
