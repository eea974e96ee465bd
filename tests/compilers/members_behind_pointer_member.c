// Two members behind a pointer member on one construct.
#include <stdio.h>
#include <stdlib.h>
struct A { double *x, *y; };
struct S { struct A *a; };
int main(void) {
  struct A a = {calloc(10, 8), calloc(10, 8)};
  struct S one = {&a}, *s = &one;
#pragma omp target teams num_teams(1) map(tofrom: s->a->x[0:10]) map(tofrom: s->a->y[0:10])
  for (int i = 0; i < 10; i++) s->a->x[i] += 1 + s->a->y[i];
  printf("%g\n", a.x[3]);
  return a.x[3] != 1;
}
