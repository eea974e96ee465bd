// expect: line 18 names offset cause stale
#include <stdio.h>

double slope[4];
#pragma acc declare create(slope)
int offset = 3, limit = 9;
#pragma acc declare copyin(offset, limit)

#pragma acc routine seq
static double value(int i) {
  return slope[i] * i + offset < limit ? slope[i] * i + offset : limit;
}

int main(void) {
  double v[4];
  for (int i = 0; i < 4; ++i) slope[i] = i + 0.5;
  offset = 1;
#pragma acc update device(slope)
#pragma acc parallel loop copyout(v)
  for (int i = 0; i < 4; ++i) v[i] = value(i);
  if (v[1] != 2.5 || v[3] != 9) return 1;
  puts("ok");
  return 0;
}
