// An iteration reads the element that its neighbour writes. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void smooth(int n, float *a, float *b) {
#pragma acc parallel loop gang copyin(a[0:n]) copy(b[0:n])
  for (int i = 1; i < n; ++i)
    b[i] = a[i - 1] + 1;
}
