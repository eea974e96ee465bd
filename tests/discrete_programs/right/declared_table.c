// expect: ok
#include <stdio.h>

static int lut[16];
#pragma acc declare create(lut)

#pragma acc routine seq
static int bits(unsigned v) {
  int n = 0;
  for (; v != 0; v >>= 4)
    n += lut[v & 15];
  return n;
}

int main(void) {
  int bad = 0, result[20];
  for (int k = 1; k < 16; ++k) lut[k] = lut[k / 2] + k % 2;
#pragma acc update device(lut)
#pragma acc parallel loop copyout(result)
  for (int i = 0; i < 20; ++i)
    result[i] = bits(255u << i);
  for (int i = 0; i < 20; ++i) bad += result[i] != 8;
  if (bad) return 1;
  puts("ok");
  return 0;
}
