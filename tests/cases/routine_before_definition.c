// case: a routine directive in a function says the level of a function that is defined later
// expect-omp: #pragma omp target teams map(hold,tofrom: a[0:n * n]) shared(a) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for shared(n,a,i)
#include <stdio.h>
#define N 64
void run(int n, double *a)
{
#pragma acc routine worker
  void rows(int i, int n, double *a);
#pragma acc parallel loop gang copy(a[0:n * n])
  for (int i = 0; i < n; ++i)
    rows(i, n, a);
}
void rows(int i, int n, double *a)
{
#pragma acc loop worker
  for (int j = 0; j < n; ++j)
    a[i * n + j] += i * j;
}
int main(void)
{
  static double a[N * N];
  for (int i = 0; i < N * N; ++i) a[i] = i;
  run(N, a);
  double s = 0;
  for (int i = 0; i < N * N; ++i) s += a[i] * (i % 7);
  printf("%.1f\n", s);
}
