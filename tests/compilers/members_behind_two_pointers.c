// A member behind a pointer member: it goes with the construct that mapped it.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
struct A { double *x, *y; };
struct S { struct A *a; };
int main(void) {
  struct A a = {calloc(10, 8), calloc(10, 8)};
  struct S one = {&a}, *s = &one;
  int device = omp_get_default_device(), before = omp_target_is_present(&a.x, device);
#pragma omp target teams num_teams(1) map(tofrom: s->a->x[0:10])
  for (int i = 0; i < 10; i++) s->a->x[i] += 1;
  int behind = omp_target_is_present(&a.x, device);
  printf("%g %d %d\n", a.x[3], before, behind);
  return a.x[3] != 1 || before != behind;
}
