// expect: ok
#include <stdio.h>

static float mesh[5][5], flux[5][5];

static void begin(void) {
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) mesh[i][j] = (float)(i * j);
#pragma acc enter data copyin(flux, mesh)
}

static void divergence(void) {
#pragma acc parallel loop collapse(2) default(present)
  for (int i = 1; i < 4; ++i)
    for (int j = 1; j < 4; ++j) flux[i][j] = mesh[i + 1][j] - mesh[i - 1][j];
}

int main(void) {
  begin();
  divergence();
#pragma acc update self(flux)
  if (flux[1][1] != 2 || flux[3][2] != 4) return 1;
  puts("ok");
  return 0;
}
