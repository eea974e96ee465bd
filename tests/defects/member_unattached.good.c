void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

static void twice(struct vector *v) {
#pragma acc data copyin(v[0:1]) copy(v->p[0:v->n])
#pragma acc parallel loop
  for (int i = 0; i < v->n; ++i)
    v->p[i] = 2 * v->p[i];
}

int main(void) {
  struct vector v = {10, malloc(10 * sizeof(double))};
  for (int i = 0; i < v.n; ++i) v.p[i] = i;
  twice(&v);
  return v.p[9] != 18;
}
