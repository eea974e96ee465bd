// Pointers of variably modified type: parameters that are declared as arrays of variable length, and pointers to rows. Gangs
// compute addresses from them, threads share them, or both.
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async) { return &queues[async + 3]; }

static void redundant(int n, int m, double a[n][m], double *x) {
#pragma acc parallel num_gangs(1) copyin(a[0:n][0:m]) copy(x[0:1])
  { x[0] = a[1][0] + a[n - 1][m - 1]; }
}

static void one_dimension(int n, double a[n], double x[n]) {
#pragma acc parallel num_gangs(1) copyin(a[0:n]) copy(x[0:n])
  {
    double *second = &a[1];
    x[0] = *second;
#pragma acc loop worker
    for (int i = 1; i < n; ++i) x[i] = a[i] + a[0];
  }
}

static void fixed_rows(int n, double a[n][3], double x[n]) {
#pragma acc data copyin(a[0:n][0:3])
#pragma acc parallel loop gang copy(x[0:n])
  for (int i = 0; i < n; ++i) {
    double first = a[i][0];
#pragma acc loop worker
    for (int j = 1; j < 2; ++j) x[i] = first * a[i][j] + a[i][2];
  }
}

static void rows(int n, int m, double (*a)[m], const double x[m], double y[n]) {
#pragma acc parallel loop gang copyin(a[0:n][0:m], x[0:m]) copyout(y[0:n])
  for (int i = 0; i < n; ++i) {
    double sum = (*a)[0];
#pragma acc loop vector reduction(+: sum)
    for (int j = 0; j < m; ++j) sum += a[i][j] * x[j];
    y[i] = sum;
  }
}

static void twice(int n, double a[restrict n][n], int b[n]) {
#pragma acc parallel num_gangs(4) copy(a[0:n][0:n], b[0:n])
  {
#pragma acc loop gang worker
    for (int i = 0; i < n; ++i) a[i][0] += b[i];
#pragma acc loop gang worker
    for (int i = 0; i < n; ++i) b[i] += i;
  }
}

static void local(int n, double *memory, double *x) {
  typedef double row[n];
  row *a = (row *)memory;
  double (*const b)[n] = (double (*)[n])memory;
#pragma acc serial copyin(memory[0:n * n]) copy(x[0:2])
  {
    x[0] = a[1][1];
#pragma acc atomic
    x[1] += b[1][0];
  }
}

static void ragged(int n, const int start[n + 1], double v[n][n]) {
#pragma acc parallel loop gang copyin(start[0:n + 1]) copy(v[0:n][0:n])
  for (int i = 0; i < n; ++i) {
#pragma acc loop worker
    for (int j = start[i]; j < start[i + 1]; ++j) v[i][j - start[i]] += j;
  }
}

static void one_by_one(int n, double a[n][n], double *x) {
#pragma acc kernels copy(a[0:n][0:n], x[0:n])
  {
    x[0] = a[0][0];
#pragma acc loop independent
    for (int i = 0; i < n; ++i) a[i][0] = a[i][1] + i;
    x[1] = a[1][0];
  }
}

#pragma acc routine worker
static void in_routine(int n, double a[n][n], double *x) {
#pragma acc loop worker
  for (int i = 0; i < n; ++i) x[i] += a[i][0];
}

static void called(int n, double a[n][n], double *x) {
#pragma acc parallel num_gangs(1) copyin(a[0:n][0:n]) copy(x[0:n])
  in_routine(n, a, x);
}

static void deferred(int n, double a[n][n], double *x) {
#pragma acc enter data copyin(a[0:n][0:n], x[0:n])
#pragma acc parallel num_gangs(1) present(a[0:n][0:n], x[0:n]) async(1)
  { x[0] = a[1][0] - a[0][1]; }
#pragma acc wait(1)
#pragma acc exit data copyout(x[0:n]) delete(a[0:n][0:n])
}

int main(void) {
  enum { N = 4 };
  double a[N][N], b[N][3], x[N] = {0}, y[N] = {0}, sum = 0;
  int c[N], start[N + 1] = {0, 1, 3, 4, 7};
  for (int i = 0; i < N; ++i) {
    c[i] = i + 1;
    for (int j = 0; j < N; ++j) a[i][j] = i * 10 + j;
    for (int j = 0; j < 3; ++j) b[i][j] = i + j * j;
  }
  redundant(N, N, a, x);
  printf("%g\n", x[0]);
  one_dimension(N, a[1], x);
  printf("%g %g\n", x[0], x[3]);
  fixed_rows(N, b, x);
  printf("%g %g\n", x[0], x[3]);
  rows(N, N, a, x, y);
  printf("%g %g\n", y[0], y[3]);
  twice(N, a, c);
  printf("%g %d\n", a[3][0], c[3]);
  local(N, &a[0][0], x);
  printf("%g %g\n", x[0], x[1]);
  ragged(N, start, a);
  one_by_one(N, a, x);
  printf("%g %g\n", x[0], x[1]);
  called(N, a, x);
  deferred(N, a, y);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) sum += (i + 2 * j) * a[i][j] + x[j] + y[i];
  printf("%g\n", sum);
  return 0;
}
