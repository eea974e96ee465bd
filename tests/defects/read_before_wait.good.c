// The host reads the result of a construct that may still run. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float first(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n]) async
  for (int i = 0; i < n; ++i)
    a[i] = i + 1;
#pragma acc wait
  return a[0];
}
