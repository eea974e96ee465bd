// All iterations add to one element. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void total(int n, float *a, float *sum) {
  float own = 0;
#pragma acc parallel loop gang copyin(a[0:n]) reduction(+ : own)
  for (int i = 0; i < n; ++i)
    own += a[i];
  sum[0] += own;
}
