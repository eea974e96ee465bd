// Another unit puts the memory on the device, which it knows by a name at file scope or by the struct of the caller.
void *malloc(unsigned long size);

struct vector {
  double *p;
};

double *values, *factors;
void enter(int n);

void begin(struct vector *v, int n) {
  values = malloc(n * sizeof(double));
  factors = malloc(n * sizeof(double));
  v->p = malloc(n * sizeof(double));
  enter(n);
#pragma acc parallel loop present(values[0:n], v->p[0:n])
  for (int i = 0; i < n; ++i) values[i] = v->p[i] = factors[i];
}
