// A construct wants data that `exit data delete` has ended.
// expect: ACC0154 14
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void gone(int n) {
  int *a = malloc(n * sizeof(int));
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma acc exit data copyout(a[0:n])
#pragma acc parallel loop default(present) present(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] += 1;
  free(a);
}
