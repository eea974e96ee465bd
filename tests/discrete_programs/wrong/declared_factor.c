// expect: line 15 names factor cause stale
#include <stdio.h>

int factor = 2;
#pragma acc declare copyin(factor)

#pragma acc routine seq
static int scaled(int x) {
  return factor * x;
}

int main(void) {
  int a[6];
  factor = 7;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < 6; ++i) a[i] = scaled(i);
  printf("%d %d\n", a[1], a[5]);
  if (a[1] != 7 || a[5] != 35) return 1;
  puts("ok");
  return 0;
}
