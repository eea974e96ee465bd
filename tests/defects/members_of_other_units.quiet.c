// Other units may attach the pointer, and put the struct on the device.
struct vector {
  int n;
  double *p;
};

void begin(struct vector *v);

void twice(struct vector *v, double *q) {
  begin(v);
#pragma acc parallel loop copy(q[0:10])
  for (int i = 0; i < v->n; ++i) q[i] = 2 * v->p[i];
}

int main(void) {
  double p[10] = {0}, q[10] = {0};
  struct vector v = {10, p};
  twice(&v, q);
  return 0;
}
