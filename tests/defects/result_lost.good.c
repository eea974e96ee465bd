// Each gang adds to a copy of its own. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int positive(int n, int *a) {
  int count = 0;
#pragma acc parallel loop gang copyin(a[0:n]) reduction(+ : count)
  for (int i = 0; i < n; ++i)
    count += a[i] > 0;
  return count;
}
