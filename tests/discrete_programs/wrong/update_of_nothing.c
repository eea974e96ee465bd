// expect: line 13 names e cause absent
#include <stdio.h>
#include <stdlib.h>

struct fields {
  float *e, *h;
};

static void start(struct fields *f, int n) {
  float *e = f->e, *h = f->h;
#pragma acc enter data copyin(h[0:n])
  for (int i = 0; i < n; ++i) e[i] = h[i] + 1;
#pragma acc update device(e[0:n])
#pragma acc parallel loop present(e[0:n], h[0:n])
  for (int i = 0; i < n; ++i) h[i] = e[i] * 2;
#pragma acc exit data delete(e[0:n]) copyout(h[0:n])
}

int main(void) {
  float e[13], h[13] = {0};
  struct fields f = {e, h};
  start(&f, 13);
  for (int i = 0; i < 13; ++i)
    if (f.h[i] != 2) return 1;
  puts("ok");
  return 0;
}
