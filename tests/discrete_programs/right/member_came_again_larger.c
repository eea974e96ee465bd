// expect: ok
#include <stdio.h>

struct field {
  int count;
  double values[8];
};

int main(void) {
  struct field f = {8, {1, 2, 3, 4, 5, 6, 7, 8}};
  double sum = 0;
#pragma acc enter data copyin(f.count)
#pragma acc enter data copyin(f.values[2:2])
#pragma acc exit data delete(f.values[2:2])
#pragma acc enter data copyin(f.values[0:8])
  for (int i = 2; i < 6; ++i) f.values[i] = 0;
#pragma acc update device(f.values[3:3])
#pragma acc update self(f.values[2:2])
#pragma acc parallel loop present(f.count, f.values) reduction(+ : sum)
  for (int i = 0; i < f.count; ++i) sum += f.values[i];
#pragma acc exit data delete(f.values[0:8], f.count)
  if (sum != 1 + 2 + 3 + 7 + 8 || f.values[2] != 3 || f.values[3] != 0) return printf("%g %g\n", sum, f.values[2]), 1;
  puts("ok");
  return 0;
}
