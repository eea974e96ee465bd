// The result of a reduction stays on the device as long as the region keeps its variable. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

double sum_of(int n, double *v) {
  double sum = 0, half;
#pragma acc data copyin(v[0:n]) copy(sum)
  {
#pragma acc parallel loop gang reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += v[i];
  }
  half = sum / 2;
  return half;
}
