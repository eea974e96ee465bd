// The program asks whether the device has memory of its own.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int separate(void) {
  int probe = 1;
#pragma acc parallel copyin(probe)
  probe = 0;
  return probe;
}
