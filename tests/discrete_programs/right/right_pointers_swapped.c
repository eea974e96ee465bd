// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 8, *now = calloc(n, sizeof *now), *then = calloc(n, sizeof *then);
  now[3] = 1;
#pragma acc enter data copyin(now[0:n]) create(then[0:n])
  for (int t = 0; t < 3; ++t) {
#pragma acc parallel loop present(now[0:n], then[0:n])
    for (int i = 0; i < n; ++i) then[i] = now[(i + 1) % n];
    int *swap = now;
    now = then;
    then = swap;
  }
#pragma acc update self(now[0:n])
#pragma acc exit data delete(now[0:n], then[0:n])
  if (now[0] != 1 || now[3] != 0) return 1;
  puts("ok");
  free(now);
  free(then);
  return 0;
}
