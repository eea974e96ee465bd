// The condition may keep the region on the host, and the second one sets its pointer itself.
void *malloc(unsigned long size);

static double *a, *w;

void begin(int n) {
  a = malloc(n * sizeof(double));
  w = malloc(n * sizeof(double));
}

void scale(double *x, int n, int big) {
#pragma acc parallel loop copy(x[0:n]) if(big)
  for (int i = 0; i < n; ++i) x[i] *= w[i];
#pragma acc parallel num_gangs(1) copy(x[0:n])
  {
    a = x;
    a[0] = 1;
  }
}
