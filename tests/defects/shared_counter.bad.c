// All iterations share the counter of the loop inside, which a data region maps.
// expect: ACC0121 6
void add_neighbours(int n, float *a, const float *b) {
  int i, j;
#pragma acc data copy(a[0:n]) copyin(b[0:n + 3], j)
#pragma acc parallel loop gang
  for (i = 0; i < n; ++i)
    for (j = 0; j < 3; ++j)
      a[i] += b[i + j];
}
