// The host reads at the top of a loop what the device wrote in the iteration before.
// expect: ACC0150 10
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void relax(int n, int steps, double *u) {
#pragma acc data copy(u[0:n])
  for (int t = 0; t < steps; ++t) {
    printf("%f\n", u[0]);
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      u[i] = 0.5 * u[i];
  }
}
