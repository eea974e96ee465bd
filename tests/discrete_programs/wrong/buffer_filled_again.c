// expect: line 14 names buf cause unordered after 15
#include <stdio.h>

static void sum_on_device(int n, const int *buf, int *sum) {
#pragma acc serial present(buf[0:n]) copy(sum[0:1]) async(2)
  for (int i = 0; i < n; ++i) sum[0] += buf[i];
}

int main(void) {
  int buf[64], sums[3] = {0, 0, 0}, *s = sums;
#pragma acc data create(buf) copy(s[0:3])
  {
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 64; ++i) buf[i] = k + 1;
#pragma acc update device(buf) async(2)
      sum_on_device(64, buf, s + k);
    }
#pragma acc wait
  }
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  if (sums[0] != 64 || sums[1] != 128 || sums[2] != 192) return 1;
  puts("ok");
  return 0;
}
