// Members that one directive names lie beside each other on the device.
#include <openacc.h>
#include <stdio.h>

int main(void) {
  struct { int v[4], r[4]; } s = {{0}, {0}};
#pragma acc enter data copyin(s.v, s.r)
#pragma acc parallel loop present(s.v, s.r)
  for (int i = 0; i < 4; ++i) s.r[i] = s.v[i] + 1;
#pragma acc exit data copyout(s.r) delete(s.v)
  printf("%d\n", s.r[3]);
  if (s.r[3] != 1) return 1;
  puts("ok");
  return 0;
}
