// All iterations share a temporary under a data clause.
// expect: ACC0121 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void swap_pairs(int n, float *a) {
  float kept;
#pragma acc parallel loop gang copy(a[0:2 * n]) copy(kept)
  for (int i = 0; i < n; ++i) {
    kept = a[2 * i];
    a[2 * i] = a[2 * i + 1];
    a[2 * i + 1] = kept;
  }
}
