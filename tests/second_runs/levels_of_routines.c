#pragma acc routine vector
void lanes(int n, double *a);
#pragma acc routine worker
void workers(int n, double *a);
#pragma acc routine vector
void calls(int n, double *a) { workers(n, a); }
#pragma acc routine vector
void moves(int n, double *a) {
#pragma acc update self(a[0:n])
#pragma acc loop vector
  for (int i = 0; i < n; ++i) a[i] = 0;
}
#pragma acc routine(lanes) vector
void f(int n, double *a) {
#pragma acc routine seq
  double inside(double x);
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) a[i] = inside(a[i]);
#pragma acc parallel loop vector copy(a[0:n])
  for (int i = 0; i < n; ++i) lanes(n, a);
}
#pragma acc routine worker
void right(int n, double *a) {
#pragma acc loop worker
  for (int i = 0; i < n; ++i) a[i] = 0;
}
