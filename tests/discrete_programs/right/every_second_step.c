// expect: ok
#include <stdio.h>

static double h[4] = {1, 1, 1, 1};

int main(void) {
  double checksum = 0;
#pragma acc enter data copyin(h)
  for (int t = 1; t <= 4; ++t) {
#pragma acc parallel loop present(h)
    for (int i = 0; i < 4; ++i) h[i] *= 2;
#pragma acc update self(h) if(t % 2 == 0)
    if (t % 2 == 0) checksum += h[0] + h[3];
  }
#pragma acc exit data delete(h)
  printf("%g\n", checksum);
  if (checksum != 40) return 1;
  puts("ok");
  return 0;
}
