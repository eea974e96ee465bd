// expect: line 14 names of[][] cause unwritten
#include <stdio.h>
#include <stdlib.h>

struct table { int n; float **of; };

static float sum(const struct table *t) {
  float **of = t->of, total = 0;
  int n = t->n;
#pragma acc data create(of[0:n][0:n + 1])
  {
#pragma acc parallel loop collapse(2) reduction(+ : total)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n + 1; ++j) total += of[i][j];
  }
  return total;
}

int main(void) {
  struct table t = {6, malloc(6 * sizeof *t.of)};
  for (int i = 0; i < 6; ++i) {
    t.of[i] = malloc(7 * sizeof **t.of);
    for (int j = 0; j < 7; ++j) t.of[i][j] = 2;
  }
  float all = sum(&t);
  for (int i = 0; i < 6; ++i) free(t.of[i]);
  free(t.of);
  if (all != 84) return 1;
  puts("ok");
  return 0;
}
