// `default(present)` for an array that is not there.
// expect: ACC0154 9
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float last(void) {
  float a[200];
#pragma acc parallel loop default(present)
  for (int i = 0; i < 200; ++i)
    a[i] = i;
  return a[199];
}
