// Each step of a loop copies what could stay on the device.
// expect: ACC0166 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void diffuse(int n, int steps, float *u, float *v) {
  for (int t = 0; t < steps; ++t) {
#pragma acc parallel loop copyin(u[0:n]) copyout(v[0:n])
    for (int i = 0; i < n; ++i)
      v[i] = u[i] / 2;
  }
}
