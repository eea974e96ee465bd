// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void deltas(const long *series, long *delta, int from, int count) {
#pragma acc data copyin(series[from - 1:count + 1]) copyout(delta[from:count])
  {
#pragma acc parallel loop
    for (int i = from; i < from + count; ++i)
      delta[i] = series[i] - series[i - 1];
  }
}

int main(void) {
  enum { N = 49, CHUNK = 12 };
  long *series = malloc(N * sizeof(long)), *delta = malloc(N * sizeof(long));
  for (int i = 0; i < N; ++i) series[i] = 7L * i;
  for (int from = 1; from < N; from += CHUNK) deltas(series, delta, from, CHUNK);
  for (int i = 1; i < N; ++i)
    if (delta[i] != 7) return 1;
  puts("ok");
  free(series);
  free(delta);
  return 0;
}
