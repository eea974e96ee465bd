// Memory is freed while a queue uses it. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void run(int n, float *out) {
  float *tmp = malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i)
    tmp[i] = i;
#pragma acc parallel loop copyin(tmp[0:n]) copyout(out[0:n]) async(2)
  for (int i = 0; i < n; ++i)
    out[i] = tmp[i];
#pragma acc wait(2)
  free(tmp);
}
