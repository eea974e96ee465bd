// The second number of a section is its length, not its last element.
// expect: ACC0161 8
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void inner(float *a) {
#pragma acc parallel loop copy(a[10:19])
  for (int i = 10; i < 30; ++i)
    a[i] += 1;
}
