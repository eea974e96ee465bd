// expect: line 24 names acc_copyin cause attach
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float *species;
} cell;

int main(void) {
  enum { NC = 5, NS = 3 };
  cell *cells = malloc(NC * sizeof *cells);
  float total = 0;
  for (int c = 0; c < NC; ++c) {
    cells[c].species = malloc(NS * sizeof(float));
    for (int s = 0; s < NS; ++s) cells[c].species[s] = 1;
    acc_copyin(cells[c].species, NS * sizeof(float));
  }
  acc_copyin(cells, NC * sizeof *cells);
  for (int c = 0; c < NC - 1; ++c) acc_attach((void **)&cells[c].species);
#pragma acc parallel loop present(cells[0:NC]) reduction(+ : total)
  for (int c = 0; c < NC; ++c)
    for (int s = 0; s < NS; ++s)
      total += cells[c].species[s];
  if (total != NC * NS) return 1;
  puts("ok");
  return 0;
}
