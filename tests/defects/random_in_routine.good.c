// A `routine` uses the random numbers of the host. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

#pragma acc routine seq
int roll(int seed, int sides) {
  return seed * 7919 % sides;
}
void rolls(int n, int *a) {
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = roll(i, 6);
}
