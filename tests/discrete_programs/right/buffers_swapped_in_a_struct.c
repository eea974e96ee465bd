// expect: ok
#include <stdio.h>
#include <stdlib.h>

struct state {
  int *now, *next;
};

int main(void) {
  int a[5] = {1, 1, 1, 1, 1}, b[5] = {0};
  struct state s = {a, b};
#pragma acc enter data copyin(s)
#pragma acc enter data copyin(s.now[0:5])
#pragma acc enter data copyin(s.next[0:5])
  for (int t = 0; t < 2; ++t) {
#pragma acc parallel loop present(s)
    for (int i = 0; i < 5; ++i) s.next[i] = s.now[i] * 2;
#pragma acc exit data detach(s.now, s.next)
    int *swap = s.now;
    s.now = s.next;
    s.next = swap;
#pragma acc enter data attach(s.now, s.next)
  }
#pragma acc update self(a, b)
  printf("%d %d\n", a[0], b[0]);
  if (a[0] != 4 || b[0] != 2) return 1;
  puts("ok");
  return 0;
}
