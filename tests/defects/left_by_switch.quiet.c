// The order of execution is not followed through `switch`.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void chosen(int n, int kind, float *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    switch (kind) {
    case 1: {
#pragma acc update self(a[0:n])
      break;
    }
    default:
      kind = 0;
    }
    printf("%f\n", a[0]);
  }
}
