// `update device` stands where `update self` is meant. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void steps(int n, float *field) {
#pragma acc data copyin(field[0:n])
  {
#pragma acc parallel loop present(field[0:n])
    for (int i = 0; i < n; ++i)
      field[i] += 1;
#pragma acc update self(field[0:n])
    printf("%f\n", field[n / 2]);
  }
}
