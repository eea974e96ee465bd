// expect: line 18 names - cause host
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int rows = 6, cols = 9;
  long total = 0;
  int **m = malloc((size_t)rows * sizeof *m);
  for (int i = 0; i < rows; ++i) {
    m[i] = malloc((size_t)cols * sizeof **m);
    for (int j = 0; j < cols; ++j) m[i][j] = i * j;
  }
  acc_copyin(m, (size_t)rows * sizeof *m);
#pragma acc parallel loop present(m[0:rows]) reduction(+ : total)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      total += m[i][j];
  printf("%s\n", total == 540 ? "ok" : "wrong");
  return total != 540;
}
