// The host fills the input anew while the queue may still copy it. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void chunks(int rounds, float *out) {
  float in[512];
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < 512; ++i)
      in[i] = r + i;
#pragma acc parallel loop copyin(in) copyout(out[0:512]) async(1)
    for (int i = 0; i < 512; ++i)
      out[i] = in[i];
#pragma acc wait(1)
    printf("%f\n", out[0]);
  }
}
