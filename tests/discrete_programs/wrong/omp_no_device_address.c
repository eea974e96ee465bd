// expect: line 8 names a cause address
#include <stdio.h>

int main(void) {
  int a[8] = {0};
#pragma omp target data map(tofrom : a)
#pragma omp target has_device_addr(a)
  a[7] = 1;
  printf("%d\n", a[7]);
  return a[7] == 1 ? 0 : 1;
}
