// expect: ok
#include <stdio.h>
#include <stdlib.h>

enum { N = 12 };

/* Periodic: the host fills both ends from the other side. */
static void exchange(int *strip) {
#pragma acc update self(strip[1:N - 2])
  strip[0] = strip[N - 2];
  strip[N - 1] = strip[1];
#pragma acc update device(strip[0:1])
#pragma acc update device(strip[N - 1:1])
}

int main(void) {
  int *strip = calloc(N, sizeof *strip), *next = calloc(N, sizeof *next);
  strip[1] = 1;
#pragma acc data copy(strip[0:N]) create(next[0:N])
  for (int t = 0; t < 2; ++t) {
    exchange(strip);
#pragma acc parallel loop
    for (int i = 1; i < N - 1; ++i) next[i] = strip[i - 1] + strip[i + 1];
#pragma acc parallel loop
    for (int i = 1; i < N - 1; ++i) strip[i] = next[i];
  }
  for (int i = 1; i < N - 1; ++i) printf("%d ", strip[i]);
  puts(strip[1] == 2 && strip[3] == 1 && strip[9] == 1 ? "ok" : "wrong");
  return strip[1] != 2 || strip[3] != 1 || strip[9] != 1;
}
