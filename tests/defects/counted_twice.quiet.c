// Data that is counted twice stays behind the first `exit data`.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void counted(int n) {
  float *a = malloc(n * sizeof(float));
#pragma acc enter data create(a[0:n])
#pragma acc data copyout(a[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
#pragma acc update self(a[0:n])
  printf("%f\n", a[0]);
#pragma acc exit data delete(a[0:n])
  free(a);
}
