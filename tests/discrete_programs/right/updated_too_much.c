// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 22, active = 11, s = 0, *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; ++i) v[i] = 1;
#pragma acc enter data copyin(v[0:active])
#pragma acc parallel loop present(v[0:active])
  for (int i = 0; i < active; ++i) v[i] += i;
#pragma acc update self(v[0:active])
#pragma acc exit data delete(v[0:active])
  for (int i = 0; i < n; ++i) s += v[i];
  free(v);
  if (s != 22 + 55) return 1;
  puts("ok");
  return 0;
}
