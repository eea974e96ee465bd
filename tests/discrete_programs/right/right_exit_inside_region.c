// expect: ok
#include <stdio.h>

int main(void) {
  float v[12], sum = 0, *p = v;
  for (int i = 0; i < 12; ++i) v[i] = 1;
#pragma acc data copy(p[0:12])
  {
#pragma acc enter data copyin(p[0:12])
#pragma acc exit data delete(p[0:12]) finalize
#pragma acc exit data delete(p[0:12])
#pragma acc parallel loop present(p[0:12])
    for (int i = 0; i < 12; ++i) p[i] += 1;
  }
  for (int i = 0; i < 12; ++i) sum += v[i];
  if (sum != 24) return 1;
  puts("ok");
  return 0;
}
