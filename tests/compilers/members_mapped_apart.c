// A member is mapped while another one alone is mapped.
#include <stdio.h>
struct S { int v[4]; int w[4]; };
int main(void) {
  struct S s = {{10, 11, 12, 13}, {40, 41, 42, 43}};
#pragma omp target data map(to: s.v)
  {
#pragma omp target teams num_teams(1) map(from: s.w)
    for (int i = 0; i < 4; i++) s.w[i] = s.v[i] + 1;
  }
  printf("%d %d %d %d\n", s.w[0], s.w[1], s.w[2], s.w[3]);
  return s.w[0] != 11 || s.w[1] != 12 || s.w[2] != 13 || s.w[3] != 14;
}
