// A whole matrix is copied for one row. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void first_row(int n, double *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int j = 0; j < n; ++j)
    a[j] += 1;
}
