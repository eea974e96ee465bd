// expect: line 16 names input cause stale
#include <stdio.h>

static int total(int n, const int *input) {
  int s = 0;
#pragma acc parallel loop copyin(input[0:n]) reduction(+ : s)
  for (int i = 0; i < n; ++i) s += input[i];
  return s;
}

int main(void) {
  int data[10] = {0}, *input = data, sums[3];
#pragma acc data copyin(input[0:10])
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 10; ++i) input[i] = k;
    sums[k] = total(10, input);
  }
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  if (sums[0] != 0 || sums[1] != 10 || sums[2] != 20) return 1;
  puts("ok");
  return 0;
}
