// All iterations that assign the flag give it the same value.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int any_negative(int n, float *a) {
  int found = 0;
#pragma acc parallel loop gang copyin(a[0:n]) copy(found)
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      found = 1;
  return found;
}
