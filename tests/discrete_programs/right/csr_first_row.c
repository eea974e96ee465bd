// expect: ok
#include <stdio.h>

struct graph {
  int n, m;
  int start[6];
  int to[8];
};

static const struct graph g = {5, 8, {0, 2, 3, 5, 7, 8}, {1, 2, 3, 0, 4, 1, 2, 0}};

int main(void) {
  int n = g.n, degree[5], sum = 0;
  const int *start = g.start;
#pragma acc parallel loop copyin(start[0:n + 1]) copyout(degree)
  for (int v = 0; v < n; ++v)
    degree[v] = start[v + 1] - start[v];
  for (int v = 0; v < n; ++v) sum += degree[v];
  if (sum != g.m || degree[0] != 2 || degree[4] != 1) return 1;
  puts("ok");
  return 0;
}
