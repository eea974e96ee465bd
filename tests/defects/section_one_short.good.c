// The section has one element less than the loop uses. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void copy_all(int n, float *a, float *b) {
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}
