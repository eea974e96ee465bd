// expect: line 10 names s cause parts
// OpenACC permits the program; this device's code knows one address of a variable.
#include <openacc.h>
#include <stdio.h>

int main(void) {
  struct { int v[4], r[4]; } s = {{0}, {0}};
  acc_copyin(s.v, sizeof s.v);
// The members came one by one.
#pragma acc parallel loop present(s.v) copyout(s.r)
  for (int i = 0; i < 4; ++i) s.r[i] = s.v[i] + 1;
  printf("%d\n", s.r[3]);
  return s.r[3] == 1 ? 0 : 1;
}
