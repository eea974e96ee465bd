void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

static void twice(struct vector *v) {
#pragma acc parallel loop copyin(v[0:1]) copy(v->p[0:v->n])
  for (int i = 0; i < v->n; ++i)
    v->p[i] *= 2;
}

int main(void) {
  struct vector *v = malloc(sizeof *v);
  v->n = 10;
  v->p = malloc(v->n * sizeof(double));
  for (int i = 0; i < v->n; ++i) v->p[i] = i;
  twice(v);
  return v->p[9] != 18;
}
