// `for` with every schedule, and what heads of loops may be.
void f(int n, int m, double (*a)[8], const double *end) {
  int last = 0;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[i][0] = i;
#pragma omp for schedule(static, 4)
    for (int i = n; i > 0; i -= 2)
      a[i][1] = i;
#pragma omp for schedule(dynamic) lastprivate(last)
    for (int i = 0; i <= n; i++) {
      last = i;
      if (i == m)
        continue;
      a[i][2] = i;
    }
#pragma omp for schedule(guided, m) collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 8; j++)
        a[i][j] += last;
  }
#pragma omp parallel for schedule(runtime)
  for (const double *p = a[0]; p < end; p += m)
    a[0][0] = *p;
}
