// Pointers in structs have addresses of the device in `host_data`, also behind a pointer to the struct.
#include <stdio.h>
#include <stdlib.h>

struct field { int n; double *v, *w; };

static void add(double *p, int n) {
#pragma acc parallel loop deviceptr(p)
  for (int i = 0; i < n; ++i) p[i] += 1;
}

int main(void) {
  struct field s = {100, calloc(100, sizeof(double)), calloc(100, sizeof(double))}, *q = &s;
#pragma acc data copyin(s) copy(s.v[0:100], s.w[0:100])
  {
#pragma acc host_data use_device(s.v)
    add(s.v, 100);
#pragma acc host_data use_device(q->v, q->w)
    {
      add(q->v, 50);
      add(q->w, 100);
    }
#pragma acc parallel loop present(s)
    for (int i = 0; i < s.n; ++i) s.w[i] += s.v[i];
  }
  double sum = 0;
  for (int i = 0; i < 100; ++i) sum += s.v[i] + s.w[i];
  printf("%g\n", sum);
  if (sum != 100 + 50 + 100 + 150) return 1;
  puts("ok");
  return 0;
}
