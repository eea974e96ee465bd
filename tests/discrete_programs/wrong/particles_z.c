// expect: line 13 names pz cause host
#include <stdio.h>
#include <stdlib.h>

#define NP 40
static double *px, *py, *pz;

static void move(double dt) {
#pragma acc parallel loop copy(px[0:NP], py[0:NP])
  for (int p = 0; p < NP; ++p) {
    px[p] += dt;
    py[p] -= dt;
    pz[p] += 2 * dt;
  }
}

int main(void) {
  px = calloc(NP, sizeof(double));
  py = calloc(NP, sizeof(double));
  pz = calloc(NP, sizeof(double));
  for (int step = 0; step < 4; ++step) move(0.25);
  for (int p = 0; p < NP; ++p)
    if (px[p] != 1 || py[p] != -1 || pz[p] != 2) return 1;
  puts("ok");
  return 0;
}
