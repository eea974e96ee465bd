// The struct to which the pointer leads is an element of an array on the device, or what a struct there begins with.
void *malloc(unsigned long size);

struct cell {
  int n;
};

struct grid {
  struct cell first;
  int size;
};

static void count(const struct cell *c, double *q, int n) {
#pragma acc parallel loop copy(q[0:n])
  for (int i = 0; i < n; ++i) q[i] = c->n;
}

int main(void) {
  double *q = malloc(10 * sizeof(double));
  struct grid g = {{3}, 10};
#pragma acc data copyin(g)
  count(&g.first, q, 10);
  return 0;
}
