// expect: ok
#include <stdio.h>
#include <stdlib.h>

struct body {
  double m, x;
};
static struct body *bodies;
static int nbodies;

static double centre(void) {
  double m = 0, mx = 0;
#pragma omp target parallel for map(tofrom : m, mx) map(to : bodies[0:nbodies]) reduction(+ : m, mx)
  for (int i = 0; i < nbodies; ++i) {
    m += bodies[i].m;
    mx += bodies[i].m * bodies[i].x;
  }
  return mx / m;
}

int main(void) {
  nbodies = 5;
  bodies = malloc(nbodies * sizeof *bodies);
  for (int i = 0; i < nbodies; ++i) {
    bodies[i].m = 2;
    bodies[i].x = i;
  }
  if (centre() != 2) return 1;
  puts("ok");
  return 0;
}
