// A region that holds a struct holds nothing of what its pointers point to.
#include <stdio.h>
#include <stdlib.h>

struct field {
  int n;
  int *cells;
};

static struct field f;

int main(void) {
  int sum = 0;
  f.n = 5;
  f.cells = calloc(f.n, sizeof *f.cells);
#pragma acc enter data copyin(f) copyin(f.cells[0:f.n])
#pragma acc data present(f)
  {
#pragma acc parallel loop present(f.cells[0:f.n])
    for (int i = 0; i < f.n; ++i) f.cells[i] = 13;
#pragma acc exit data copyout(f.cells[0:f.n]) finalize
  }
#pragma acc exit data delete(f)
  for (int i = 0; i < f.n; ++i) sum += f.cells[i];
  printf("%d\n", sum);
  return sum != 65;
}
