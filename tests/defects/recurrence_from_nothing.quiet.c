// The construct reads what it has written itself.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void recurrence(int n, float *a) {
#pragma acc serial copyout(a[0:n])
  for (int i = 0; i < n; ++i) {
    float sum = 1;
    for (int j = 0; j < i; ++j)
      sum += a[j];
    a[i] = sum;
  }
}
