// `task` with dependences, `taskwait`, `taskgroup` and `taskloop`.
int work(int);

int f(int n, int *a) {
  int x = 0, y = 1;
#pragma omp task depend(out : x) shared(x)
  x = work(n);
#pragma omp task depend(in : x) depend(inout : a[0:n]) firstprivate(y) shared(x) if(n > 2)
  {
    a[0] = x + y;
  }
#pragma omp taskwait
#pragma omp taskgroup
  {
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < n; i++)
      a[i] = work(i);
  }
  return x;
}
