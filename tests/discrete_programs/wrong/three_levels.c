// expect: line 29 names - cause host
#include <stdio.h>
#include <stdlib.h>

struct cell {
  int count;
  int *tags;
};
struct column {
  int height;
  struct cell *cells;
};
struct world {
  struct column *column;
};

int main(void) {
  struct column column = {2, malloc(2 * sizeof(struct cell))};
  struct world w = {&column};
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    column.cells[i] = (struct cell){5, malloc(5 * sizeof(int))};
    for (int j = 0; j < 5; ++j) column.cells[i].tags[j] = i + j;
  }
#pragma acc data copyin(w, w.column[0:1], w.column->cells[0:2], w.column->cells[0].tags[0:5])
#pragma acc parallel loop present(w) copy(sum) reduction(+ : sum)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < w.column->cells[i].count; ++j)
      sum += w.column->cells[i].tags[j];
  if (sum != 25) return 1;
  puts("ok");
  return 0;
}
