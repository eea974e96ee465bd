// A construct without `async` is not ordered behind a queue. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void mix(int n, float *a, float *b) {
#pragma acc data copy(a[0:n], b[0:n])
  {
#pragma acc parallel loop async(4)
    for (int i = 0; i < n; ++i)
      a[i] = i;
#pragma acc wait(4)
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      b[i] += a[i];
  }
}
