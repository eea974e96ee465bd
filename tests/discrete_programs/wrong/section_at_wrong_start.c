// expect: line 14 names block cause behind
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 16, BLOCKS = 4 };

int main(void) {
  int *block = malloc(BLOCK * BLOCKS * sizeof *block);
  for (int i = 0; i < BLOCK * BLOCKS; ++i) block[i] = i;
  for (int b = 0; b < BLOCKS; ++b) {
    int begin = b * BLOCK;
#pragma acc parallel loop copy(block[0:BLOCK])
    for (int i = begin; i < begin + BLOCK; ++i)
      block[i] *= 2;
  }
  for (int i = 0; i < BLOCK * BLOCKS; ++i)
    if (block[i] != 2 * i) return 1;
  puts("ok");
  return 0;
}
