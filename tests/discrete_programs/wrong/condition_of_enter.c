// expect: line 9 names q cause absent
#include <stdio.h>
#include <stdlib.h>

static int twice(int n, int *q) {
  int large = n >= 32;
  int s = 0;
#pragma acc enter data copyin(q[0:n]) if(large)
#pragma acc parallel loop present(q[0:n]) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += 2 * q[i];
#pragma acc exit data delete(q[0:n])
  return large ? s : s + 1;
}

int main(void) {
  int n = 20, *q = malloc(n * sizeof *q);
  for (int i = 0; i < n; ++i) q[i] = 1;
  if (twice(n, q) != 41) return 1;
  puts("ok");
  free(q);
  return 0;
}
