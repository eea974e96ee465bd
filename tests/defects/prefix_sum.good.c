// The iterations read the sum that they make. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void running(int n, float *a, float *b) {
  float sum = 0;
#pragma acc serial loop reduction(+ : sum) copyin(a[0:n]) copyout(b[0:n])
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    b[i] = sum;
  }
}
