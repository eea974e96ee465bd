// expect: line 7 names factor cause host
#include <stdio.h>

static int factor = 3;

#pragma acc routine seq
static int scaled(int i) { return factor * i; }

int main(void) {
  int a[8];
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < 8; ++i)
    a[i] = scaled(i);
  printf("%d\n", a[5]);
  return 0;
}
