// A table under `declare` is filled on the host and never copied. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float table[64];
#pragma acc declare create(table)
void look_up(int n, float *out) {
  for (int i = 0; i < 64; ++i)
    table[i] = 1.0f / (i + 1);
#pragma acc update device(table)
#pragma acc parallel loop present(table) copyout(out[0:n])
  for (int i = 0; i < n; ++i)
    out[i] = table[i % 64];
}
