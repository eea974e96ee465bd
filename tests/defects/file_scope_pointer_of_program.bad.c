// The unit is the whole program, so that no other one can put the memory on the device.
// expect: ACC0171 12
void *calloc(unsigned long count, unsigned long size);
int printf(const char *format, ...);

double *field, *weight;
enum { N = 100 };

static void step(void) {
#pragma acc parallel loop copy(field[0:N])
  for (int i = 0; i < N; ++i)
    field[i] *= weight[i];
}

int main(void) {
  field = calloc(N, sizeof *field);
  weight = calloc(N, sizeof *weight);
  for (int i = 0; i < N; ++i) field[i] = weight[i] = i;
  step();
  printf("%g\n", field[N - 1]);
  return 0;
}
