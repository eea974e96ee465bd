// A `routine` uses the random numbers of the host.
// expect: ACC0165 10
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int rand(void);
#pragma acc routine seq
int roll(int sides) {
  return rand() % sides;
}
void rolls(int n, int *a) {
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = roll(6);
}
