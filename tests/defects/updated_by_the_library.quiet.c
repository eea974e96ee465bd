// The runtime library copies.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void acc_update_self(void *, unsigned long);
void acc_wait_all(void);
void library(int n, float *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop async
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    acc_wait_all();
    acc_update_self(a, n * sizeof(float));
    printf("%f\n", a[0]);
  }
}
