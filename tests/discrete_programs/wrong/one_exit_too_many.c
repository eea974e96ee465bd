// expect: line 22 names load cause freed
#include <stdio.h>
#include <stdlib.h>

static void spread(float *load, int n) {
#pragma acc enter data copyin(load[0:n])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    load[i] = load[i] * 3;
#pragma acc exit data delete(load[0:n])
#pragma acc exit data delete(load[0:n])
}

int main(void) {
  int n = 10, bad = 0;
  float *load = malloc(n * sizeof *load);
  for (int i = 0; i < n; ++i) load[i] = 1;
#pragma acc enter data copyin(load[0:n])
  spread(load, n);
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    load[i] += 1;
#pragma acc exit data copyout(load[0:n])
  for (int i = 0; i < n; ++i) bad += load[i] != 4;
  if (bad) return 1;
  puts("ok");
  free(load);
  return 0;
}
