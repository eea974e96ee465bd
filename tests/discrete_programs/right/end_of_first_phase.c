// expect: ok
#include <stdio.h>
#include <stdlib.h>

static int *pos, *vel, n = 16;

static void drift(void) {
#pragma acc parallel loop present(pos[0:n], vel[0:n])
  for (int i = 0; i < n; ++i) pos[i] += vel[i];
}

static void phase_end(void) {
#pragma acc update self(pos[0:n], vel[0:n])
}

int main(void) {
  pos = calloc(n, sizeof *pos);
  vel = malloc(n * sizeof *vel);
  for (int i = 0; i < n; ++i) vel[i] = i;
#pragma acc enter data copyin(pos[0:n], vel[0:n])
  for (int phase = 0; phase < 2; ++phase) {
    drift();
    phase_end();
  }
  for (int i = 0; i < n; ++i)
    if (pos[i] != 2 * i) return 1;
  puts("ok");
  return 0;
}
