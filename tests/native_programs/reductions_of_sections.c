// Reductions of parts of arrays: elements, rows, several dimensions, lower bounds, variable length, behind pointers.
#include <stdio.h>

static int global[3][4];

static void rows(int n, int m, long (*table)[m]) {
#pragma omp parallel for reduction(+ : table[1 : n - 1])
  for (int i = 0; i < 90; ++i) table[1 + i % (n - 1)][i % m] += i;
#pragma omp parallel for reduction(max : table[0][1 : 2])
  for (int i = 0; i < 90; ++i)
    if (table[0][1 + i % 2] < i) table[0][1 + i % 2] = i;
}

int main(void) {
  int n = 5, count = 0;
#pragma omp parallel for reduction(+ : global[1 : 2][:], count)
  for (int i = 0; i < 60; ++i) {
    global[1 + i % 2][i % 4] += i;
    ++count;
  }
  for (int i = 0; i < 12; ++i) printf("%d ", global[i / 4][i % 4]);
  printf("%d\n", count);
  int variable[n][n], b[20], *p = b;
  for (int i = 0; i < 25; ++i) variable[i / 5][i % 5] = i;
  for (int i = 0; i < 20; ++i) b[i] = i;
#pragma omp parallel for reduction(+ : variable[1 : 2][ : n]) reduction(max : b[3 : 4])
  for (int i = 0; i < 60; ++i) {
    variable[1 + i % 2][i % 5] += i;
    if (b[3 + i % 4] < i) b[3 + i % 4] = i;
  }
#pragma omp parallel for reduction(min : p[7 : n])
  for (int i = 0; i < 60; ++i)
    if (p[7 + i % 5] > -i) p[7 + i % 5] = -i;
#pragma omp parallel for reduction(- : b[0]) reduction(+ : variable[0][1 : 2])
  for (int i = 0; i < 60; ++i) {
    b[0] -= i;
    variable[0][1 + i % 2] += i;
  }
  for (int i = 0; i < 25; ++i) printf("%d ", variable[i / 5][i % 5]);
  for (int i = 0; i < 20; ++i) printf("%d ", b[i]);
  long table[4][3] = {{0}};
  rows(4, 3, table);
  for (int i = 0; i < 12; ++i) printf("%ld ", table[i / 3][i % 3]);
  int errors[6] = {0};
  for (int x = 0; x < 6; ++x) {
#pragma acc parallel loop async(x) reduction(+ : errors[x])
    for (int k = 0; k < 5000; ++k) errors[x] += k % (x + 1);
  }
#pragma acc wait
  for (int x = 0; x < 6; ++x) printf("%d ", errors[x]);
  printf("\n");
  return 0;
}
