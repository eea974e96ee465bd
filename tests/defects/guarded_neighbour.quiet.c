// A condition keeps the last iteration from the element behind the section.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void guarded(int n, float *a, float *b) {
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
  for (int i = 0; i < n; ++i)
    b[i] = i < n - 1 ? a[i + 1] : 0;
}
