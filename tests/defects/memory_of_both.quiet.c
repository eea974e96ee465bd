// Nothing is named in a data clause where the device has the memory of the host; what other functions, the routines or
// another pointer put on the device is there; and a pointer that the construct sets is its own.
void *malloc(unsigned long size);
void free(void *memory);
void *acc_copyin(void *data, unsigned long size);
void to_device(double *w, int n);
double *made(int n);

void of_unified_memory(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] = i;
  free(a);
}

void by_others(double *a, int n) {
  double *w = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double)), *u = made(n);
  for (int i = 0; i < n; ++i) w[i] = v[i] = i;
  to_device(w, n);
  acc_copyin(v, n * sizeof(double));
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) a[i] = w[i] + v[i] + u[i];
}

void by_another_name(double *a, int n) {
  double *w = malloc(n * sizeof(double)), *same = w;
  for (int i = 0; i < n; ++i) w[i] = i;
#pragma acc data copyin(same[0:n])
  {
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; ++i) a[i] = w[i];
  }
  free(w);
}

void of_its_own(double *a, int n) {
  double *w = malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i) w[i] = i;
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) {
    w = a;
    w[i] += 1;
  }
}
