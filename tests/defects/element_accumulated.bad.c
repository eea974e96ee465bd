// All iterations add to one element.
// expect: ACC0125 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void total(int n, float *a, float *sum) {
#pragma acc parallel loop gang copyin(a[0:n]) copy(sum[0:1])
  for (int i = 0; i < n; ++i)
    sum[0] += a[i];
}
