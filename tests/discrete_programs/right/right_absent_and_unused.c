// expect: ok
#include <stdio.h>

static int trace[8];

/* `no_create` permits data that is not on the device, as long as nothing uses it. */
static void step(int *state, int is_traced) {
  int local[2] = {5, 6};
#pragma acc parallel loop copy(state[0:8]) no_create(trace, local)
  for (int i = 0; i < 8; ++i) {
    state[i] += i;
    if (is_traced) trace[i] = state[i] + local[0];
  }
}

int main(void) {
  int state[8] = {0};
  step(state, 0);
  if (state[7] != 7 || trace[7] != 0) return 1;
  puts("ok");
  return 0;
}
