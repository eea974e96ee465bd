// Dependences on rows of an array.
#include <stdio.h>
static int a[8][50];
int main(void) {
  int sum = 0;
#pragma omp target enter data map(to : a)
  for (int i = 0; i < 8; ++i) {
#pragma omp target depend(out : a[i][0:50]) nowait
    for (int j = 0; j < 50; ++j) a[i][j] = 1;
  }
  for (int i = 1; i < 8; ++i) {
#pragma omp target depend(in : a[i - 1][0:50]) depend(inout : a[i][0:50]) nowait
    for (int j = 0; j < 50; ++j) a[i][j] += a[i - 1][j];
  }
#pragma omp target exit data map(from : a) depend(in : a[7][0:50])
  for (int i = 0; i < 8; ++i) sum += a[i][3];
  printf("%d\n", sum);
  if (sum != 36) return 1;
  puts("ok");
  return 0;
}
