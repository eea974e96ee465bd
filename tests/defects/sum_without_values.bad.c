// `copyout` gives the device an array without values, and the loop adds to it.
// expect: ACC0152 17
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void histogram(int n, int *key, int *count) {
  for (int k = 0; k < 256; ++k)
    count[k] = 0;
#pragma acc enter data copyin(key[0:n])
  int *own = malloc(256 * sizeof(int));
  for (int k = 0; k < 256; ++k)
    own[k] = 0;
#pragma acc parallel loop present(key[0:n]) copyout(own[0:256])
  for (int i = 0; i < n; ++i) {
#pragma acc atomic
    own[key[i]] += 1;
  }
  for (int k = 0; k < 256; ++k)
    count[k] = own[k];
#pragma acc exit data delete(key[0:n])
  free(own);
}
