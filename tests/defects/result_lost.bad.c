// Each gang adds to a copy of its own.
// expect: ACC0127 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int positive(int n, int *a) {
  int count = 0;
#pragma acc parallel loop gang copyin(a[0:n])
  for (int i = 0; i < n; ++i)
    count += a[i] > 0;
  return count;
}
