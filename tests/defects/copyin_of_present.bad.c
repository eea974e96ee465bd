// `copyin` is expected to copy what the host has changed, but the data is present.
// expect: ACC0151 16
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void feed(int n, float *out) {
  float *in = malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i)
    in[i] = 0;
#pragma acc enter data copyin(in[0:n])
  for (int i = 0; i < n; ++i)
    in[i] = i;
#pragma acc parallel loop copyin(in[0:n]) copyout(out[0:n])
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
#pragma acc exit data delete(in[0:n])
  free(in);
}
