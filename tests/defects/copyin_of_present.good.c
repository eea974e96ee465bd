// `copyin` is expected to copy what the host has changed, but the data is present. This program is right.
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
#pragma acc update device(in[0:n])
#pragma acc parallel loop present(in[0:n]) copyout(out[0:n])
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
#pragma acc exit data delete(in[0:n])
  free(in);
}
