// The region copies the result out, and the queue may still work on it.
// expect: ACC0153 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void fill(int n, float *a) {
#pragma acc data copyout(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
}
