// One row of a matrix is printed while the device has the newer one. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

double m[40][50];
void show(void) {
#pragma acc data copy(m)
  {
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < 40; ++i)
      for (int j = 0; j < 50; ++j)
        m[i][j] = i * j;
#pragma acc update self(m[3:1])
    for (int j = 0; j < 50; ++j)
      printf("%f\n", m[3][j]);
  }
}
