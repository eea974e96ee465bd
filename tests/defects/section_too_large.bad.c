// A whole matrix is copied for one row.
// expect: ACC0162 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void first_row(int n, double *a) {
#pragma acc parallel loop copy(a[0:n * n])
  for (int j = 0; j < n; ++j)
    a[j] += 1;
}
