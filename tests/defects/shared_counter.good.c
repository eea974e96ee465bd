// A data region creates the counter of the loop inside, and nothing reads it afterwards. This program is right.
void add_neighbours(int n, float *a, const float *b) {
  int i, j;
#pragma acc data copy(a[0:n]) copyin(b[0:n + 3]) create(j)
#pragma acc parallel loop gang
  for (i = 0; i < n; ++i)
    for (j = 0; j < 3; ++j)
      a[i] += b[i + j];
}
