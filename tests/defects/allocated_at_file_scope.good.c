void *malloc(unsigned long size);

double *values, *factors;

double *begin(int n) {
  values = malloc(n * sizeof(double));
  factors = malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i) values[i] = factors[i] = i;
#pragma acc parallel loop copy(values[0:n]) copyin(factors[0:n])
  for (int i = 0; i < n; ++i) values[i] *= factors[i];
  return values;
}
