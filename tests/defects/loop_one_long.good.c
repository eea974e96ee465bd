// The loop goes to `n`, and the section ends before. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void upto(int n, float *a) {
#pragma acc data copy(a[0:n + 1])
  {
#pragma acc parallel loop
    for (int i = 1; i <= n; ++i)
      a[i] = i;
  }
}
