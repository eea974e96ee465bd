// expect: ok
#include <stdio.h>
#include <stdlib.h>

static double *rhs, *sol;

static void solve(int n) {
#pragma acc parallel loop present(rhs[0:n], sol[0:n])
  for (int i = 0; i < n; ++i)
    sol[i] = rhs[i] / (i + 1);
}

int main(void) {
  int n = 28;
  rhs = malloc(n * sizeof *rhs);
  sol = malloc(n * sizeof *sol);
#pragma acc enter data create(rhs[0:n], sol[0:n])
  for (int i = 0; i < n; ++i) rhs[i] = 3.0 * (i + 1);
#pragma acc update device(rhs[0:n])
  solve(n);
#pragma acc exit data copyout(sol[0:n]) delete(rhs[0:n])
  for (int i = 0; i < n; ++i)
    if (sol[i] != 3) return 1;
  puts("ok");
  return 0;
}
