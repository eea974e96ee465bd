// expect: line 16 names acc_update_device cause absent
#include <openacc.h>
#include <stdio.h>
#include <string.h>

static struct {
  int step;
  char name[12];
} state;

int main(void) {
  int steps[3];
  strcpy(state.name, "run");
  for (int k = 0; k < 3; ++k) {
    state.step = k * k;
    acc_update_device(&state, sizeof state);
#pragma acc serial copy(steps)
    steps[k] = state.step;
  }
  if (steps[0] != 0 || steps[1] != 1 || steps[2] != 4) return 1;
  puts("ok");
  return 0;
}
