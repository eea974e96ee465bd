// The bound of the loop is read from a struct of which only the memory behind a member is on the device.
// expect: ACC0173 12
void *malloc(unsigned long size);

struct vector {
  int n;
  double *p;
};

static void twice(struct vector *v) {
#pragma acc parallel loop copy(v->p[0:v->n])
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
