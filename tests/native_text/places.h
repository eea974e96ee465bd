static inline int clear(int n, int *a) {
  // Nothing else is here.
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 0;
  return n;
}
