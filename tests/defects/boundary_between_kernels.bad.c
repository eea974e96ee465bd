// The host sets a boundary value between two constructs.
// expect: ACC0151 16
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void boundary(int n, double *u, double *v) {
#pragma acc data copy(u[0:n], v[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      v[i] = u[i];
    u[0] = 1;
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      v[i] += u[i];
  }
}
