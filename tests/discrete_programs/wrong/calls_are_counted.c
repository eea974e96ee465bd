// expect: line 8 names calls cause host
#include <stdio.h>

#pragma acc routine seq
static int counted(int i) {
  static int calls = 5;
  if (i > 3)
    ++calls;
  return i;
}

int main(void) {
  int a[8];
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < 8; ++i)
    a[i] = counted(i);
  printf("%d\n", a[5]);
  return 0;
}
