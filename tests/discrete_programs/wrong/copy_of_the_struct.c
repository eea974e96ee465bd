// expect: line 20 names original.knots cause attach
#include <openacc.h>
#include <stdio.h>

struct curve {
  int n;
  float shift, *knots;
};

int main(void) {
  float k[6] = {0, 1, 3, 6, 10, 15}, moved[6];
  struct curve original = {6, 0, k}, copy;
#pragma acc enter data copyin(original)
#pragma acc enter data copyin(original.knots[0:6])
  copy = original;
  copy.shift = 100;
#pragma acc enter data copyin(copy)
#pragma acc parallel loop present(copy) copyout(moved)
  for (int i = 0; i < 6; ++i)
    moved[i] = copy.knots[i] + copy.shift;
  if (moved[0] != 100 || moved[5] != 115) return 1;
  puts("ok");
  return 0;
}
