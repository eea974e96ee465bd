// A clause copies nothing, because a region around has the data. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void inner_copy(int n, float *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i)
      a[i] += 1;
  }
}
