// expect: line 14 names limit cause stale
#include <stdio.h>

#pragma omp declare target
int limit = 10;
static int clipped(int v) {
  return v > limit ? limit : v;
}
#pragma omp end declare target

int main(void) {
  int v[8];
  limit = 4;
#pragma omp target map(from : v)
  for (int i = 0; i < 8; ++i) v[i] = clipped(i);
  printf("%d %d\n", v[3], v[7]);
  if (v[3] != 3 || v[7] != 4) return 1;
  puts("ok");
  return 0;
}
