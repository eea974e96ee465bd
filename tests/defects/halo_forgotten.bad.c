// A stencil uses the neighbours at both ends.
// expect: ACC0161 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void stencil(int n, float *in, float *out) {
#pragma acc parallel loop copyin(in[1:n - 2]) copyout(out[1:n - 2])
  for (int i = 1; i < n - 1; ++i)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
