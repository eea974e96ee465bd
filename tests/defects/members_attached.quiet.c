// Another function puts the struct on the device, and attaches the pointers: by a data clause, on the device itself.
void *malloc(unsigned long size);

struct vector {
  int n;
  double *p, *r;
};

static void begin(struct vector *w) {
  double *r = w->r;
#pragma acc enter data copyin(w[0:1], w->p[0:w->n], r[0:w->n])
#pragma acc serial present(w, r)
  w->r = r;
}

static void twice(struct vector *v, double *q) {
#pragma acc parallel loop copy(q[0:v->n])
  for (int i = 0; i < v->n; ++i) q[i] = 2 * v->p[i] + v->r[i];
}

int main(void) {
  double p[10] = {0}, q[10] = {0};
  struct vector v = {10, p, malloc(sizeof p)};
  begin(&v);
  twice(&v, q);
  return 0;
}
