// The struct and the memory are on the device, and the pointer in the struct has the address of the host.
// expect: ACC0172 14
void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

static void twice(struct vector *v, double *q) {
#pragma acc data copyin(q[0:v->n]) copyin(v[0:1])
#pragma acc parallel loop
  for (int i = 0; i < v->n; ++i)
    v->p[i] = 2 * q[i];
}

int main(void) {
  struct vector v = {10, malloc(10 * sizeof(double))};
  for (int i = 0; i < v.n; ++i) v.p[i] = i;
  twice(&v, v.p);
  return v.p[9] != 18;
}
