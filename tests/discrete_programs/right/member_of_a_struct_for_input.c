// The member is copied in too.
#include <stdio.h>

struct state {
  int n;
  double x;
  int w[4][2];
};

int main(void) {
  struct state s = {4, 0.5};
  int sum = 0;
  for (int i = 0; i < s.n; ++i) s.w[i][0] = s.w[i][1] = i;
#pragma acc parallel loop copy(s.w)
  for (int i = 0; i < 4; ++i) {
    s.w[i][0] = s.w[i][1] + 1;
  }
  for (int i = 0; i < s.n; ++i) sum += s.w[i][0];
  printf("%d\n", sum);
  return sum != 10;
}
