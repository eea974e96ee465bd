// expect: line 25 names acc_copyin cause behind
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static void put(double **m, int rows, size_t bytes) {
  acc_copyin(m, rows * sizeof *m);
  for (int i = 0; i < rows; ++i) {
    acc_copyin(m[i], bytes);
    acc_attach((void **)(m + i));
  }
}

int main(void) {
  int rows = 3, cols = 11;
  double trace = 0, **m = malloc(rows * sizeof *m);
  for (int i = 0; i < rows; ++i) {
    m[i] = malloc(cols * sizeof(double));
    for (int j = 0; j < cols; ++j) m[i][j] = j;
  }
  put(m, rows, (cols - 1) * sizeof(double));
#pragma acc parallel loop collapse(2) reduction(+ : trace) present(m[0:rows])
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      trace += m[i][j];
  if (trace != 165) return 1;
  puts("ok");
  return 0;
}
