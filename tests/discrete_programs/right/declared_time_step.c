// expect: ok
#include <stdio.h>

double dt;
#pragma acc declare create(dt)

#pragma acc routine seq
static double advance(double x, double v) {
  return x + dt * v;
}

static void set_step(double step) {
  dt = step;
#pragma acc update device(dt)
}

int main(void) {
  double x[8];
  set_step(0.125);
#pragma acc parallel loop copyout(x)
  for (int i = 0; i < 8; ++i) x[i] = advance(i, 8.0);
  for (int i = 0; i < 8; ++i)
    if (x[i] != i + 1) return 1;
  puts("ok");
  return 0;
}
