// Parts of an array come and go one after the other.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void pipeline(int n, int parts, float *a) {
  for (int p = 0; p < parts; ++p) {
#pragma acc data copy(a[p * n:n])
    {
#pragma acc parallel loop async(p % 2)
      for (int i = p * n; i < (p + 1) * n; ++i)
        a[i] *= 2;
#pragma acc wait
    }
  }
  printf("%f\n", a[0]);
}
