// The section has one element less than the loop uses.
// expect: ACC0161 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void copy_all(int n, float *a, float *b) {
#pragma acc parallel loop copyin(a[0:n - 1]) copyout(b[0:n])
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}
