// A second queue reads what the first one writes.
// expect: ACC0153 15
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void pipeline(int n, float *a, float *b) {
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; ++i)
      a[i] += 1;
#pragma acc parallel loop async(2)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
#pragma acc wait
  }
}
