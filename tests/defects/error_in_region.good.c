// A scalar under a data clause decides on the host how often a loop runs. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int solve(int n, double *u) {
  double error = 1;
  int rounds = 0;
#pragma acc data copy(u[0:n]) create(error)
  while (rounds < 100) {
#pragma acc parallel num_gangs(1)
    error = u[0] / 2;
#pragma acc update self(error)
    if (error < 1e-6)
      break;
    ++rounds;
  }
  return rounds;
}
