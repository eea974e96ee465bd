// expect: line 10 names u cause freed
#include <stdio.h>
#include <stdlib.h>

static double u[50];

static void relax(double *u, int n) {
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    u[i] = u[i] / 2;
}

int main(void) {
  double *pu = u, seen = 0;
  for (int i = 0; i < 50; ++i) u[i] = 64;
#pragma acc enter data copyin(pu[0:50])
  for (int t = 1; t <= 6; ++t) {
    relax(pu, 50);
    if (t % 3 == 0) {
#pragma acc exit data copyout(pu[0:50])
      seen += pu[7];
    }
  }
#pragma acc exit data delete(pu[0:50])
  if (seen != 9) return 1;
  puts("ok");
  return 0;
}
