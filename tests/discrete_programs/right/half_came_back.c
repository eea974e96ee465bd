// expect: ok
#include <stdio.h>

enum { A = 4, B = 3 };
static int cube[A][B][B];

int main(void) {
  int sum = 0;
#pragma acc enter data create(cube)
#pragma acc parallel loop collapse(3) present(cube)
  for (int i = 0; i < A; ++i)
    for (int j = 0; j < B; ++j)
      for (int k = 0; k < B; ++k) cube[i][j][k] = i;
#pragma acc update self(cube[0:A])
#pragma acc exit data delete(cube)
  for (int i = 0; i < A; ++i) sum += cube[i][i % B][0];
  printf("%d\n", sum);
  if (sum != 6) return 1;
  puts("ok");
  return 0;
}
