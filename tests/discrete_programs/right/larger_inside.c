// expect: ok
#include <stdio.h>

static void add(int *a, int n, int what) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i) a[i] += what;
}

int main(void) {
  int a[24] = {0}, *p = a;
#pragma acc data copy(p[0:24])
  {
#pragma acc parallel loop
    for (int i = 0; i < 12; ++i) p[i] = 100;
    add(a, 24, 5);
  }
  for (int i = 0; i < 24; ++i)
    if (a[i] != (i < 12 ? 105 : 5)) return 1;
  puts("ok");
  return 0;
}
