// expect: ok
#include <stdio.h>

static int a[9];

static void begin(void) {
#pragma acc data copyin(a)
  {
#pragma acc enter data create(a)
#pragma acc parallel loop present(a)
    for (int i = 0; i < 9; ++i) a[i] = i * i;
  }
}

int main(void) {
  begin();
#pragma acc parallel loop present(a)
  for (int i = 0; i < 9; ++i) a[i] += 1;
#pragma acc exit data copyout(a)
  if (a[0] != 1 || a[8] != 65) return 1;
  puts("ok");
  return 0;
}
