// expect: line 16 names use_device(s.w) cause absent
#include <stdio.h>
#include <stdlib.h>

struct field { int n; double *v, *w; };

static void add(double *p, int n) {
#pragma acc parallel loop deviceptr(p)
  for (int i = 0; i < n; ++i) p[i] += 1;
}

int main(void) {
  struct field s = {100, calloc(100, sizeof(double)), calloc(100, sizeof(double))};
#pragma acc data copyin(s) copy(s.v[0:100])
  {
#pragma acc host_data use_device(s.w)
    add(s.w, 100);
  }
  printf("%g\n", s.w[3]);
  return s.w[3] == 1 ? 0 : 1;
}
