// The struct gets the address that the memory has on the device.
void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

static void twice(struct vector *v, double *q) {
#pragma acc parallel loop copyin(v[0:1]) copy(q[0:10])
  for (int i = 0; i < v->n; ++i) q[i] = 2 * v->p[i];
}

int main(void) {
  double *p = malloc(10 * sizeof(double)), q[10] = {0};
  struct vector v = {10, p};
#pragma acc data create(p[0:10])
  {
#pragma acc host_data use_device(p)
    v.p = p;
    twice(&v, q);
  }
  return 0;
}
