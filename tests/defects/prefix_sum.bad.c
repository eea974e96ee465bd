// The iterations read the sum that they make.
// expect: ACC0164 12
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void running(int n, float *a, float *b) {
  float sum = 0;
#pragma acc parallel loop gang vector reduction(+ : sum) copyin(a[0:n]) copyout(b[0:n])
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    b[i] = sum;
  }
}
