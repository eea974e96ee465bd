// The iterations add to a scalar without `reduction`.
// expect: ACC0118 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float add(int n, float *a) {
  float sum = 0;
#pragma acc parallel loop copyin(a[0:n]) copy(sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
