// `create` instead of `copyin` for the input. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float smooth(int n) {
  float in[1000], out[1000];
  for (int i = 0; i < 1000; ++i)
    in[i] = i;
#pragma acc data copyin(in) copyout(out)
  {
#pragma acc parallel loop
    for (int i = 0; i < 1000; ++i)
      out[i] = in[i] / 2;
  }
  return out[n];
}
