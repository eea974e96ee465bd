// An iteration reads the element that its neighbour writes.
// expect: ACC0129 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void smooth(int n, float *a) {
#pragma acc parallel loop gang copy(a[0:n])
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] + 1;
}
