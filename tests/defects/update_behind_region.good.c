// `update` stands behind the region. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void late(int n) {
  float a[300];
#pragma acc data create(a)
  {
#pragma acc parallel loop
    for (int i = 0; i < 300; ++i)
      a[i] = n + i;
#pragma acc update self(a)
  }
  printf("%f\n", a[0]);
}
