// expect: ok
#include <stdio.h>

static double field[4][3];

/* Two parts of one array, one by its name and one through a pointer, each on the device for itself. */
static void mirror(double (*rows)[3]) {
#pragma acc serial copyin(field[3:1][0:3]) copyout(rows[1:1][0:3])
  for (int i = 0; i < 3; ++i)
    rows[1][i] = -field[3][i];
}

int main(void) {
  for (int i = 0; i < 12; ++i) field[i / 3][i % 3] = i;
  mirror(field);
  if (field[1][0] != -9 || field[1][2] != -11 || field[3][2] != 11) return 1;
  puts("ok");
  return 0;
}
