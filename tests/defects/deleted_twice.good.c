// The second `exit data` finds nothing. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void twice(int n) {
  int *a = malloc(n * sizeof(int));
#pragma acc enter data create(a[0:n])
#pragma acc enter data create(a[0:n])
#pragma acc exit data delete(a[0:n])
#pragma acc exit data delete(a[0:n])
  free(a);
}
