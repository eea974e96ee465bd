// The loop reads its reduction to compare.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float greatest(int n, float *a) {
  float most = a[0];
#pragma acc parallel loop gang copyin(a[0:n]) reduction(max : most)
  for (int i = 0; i < n; ++i)
    if (a[i] > most)
      most = a[i];
  return most;
}
