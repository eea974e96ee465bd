// No data clause names memory behind a pointer: the program may be one for a device with the memory of the host.
void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

double *w;

static void twice(struct vector v) {
#pragma acc parallel loop copyin(v)
  for (int i = 0; i < v.n; ++i) v.p[i] *= w[i];
}

int main(void) {
  struct vector v = {10, malloc(10 * sizeof(double))};
  w = malloc(10 * sizeof(double));
  for (int i = 0; i < v.n; ++i) w[i] = v.p[i] = i;
  twice(v);
  return 0;
}
