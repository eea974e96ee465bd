// expect: ok
#include <stdio.h>
#include <stdlib.h>

typedef double real3[3];
struct atoms {
  int n;
  real3 *r;
};
struct sim {
  struct atoms *atoms;
};

/* Whole rows of an array behind two pointers have no gaps between them. */
int main(void) {
  struct sim *s = malloc(sizeof *s);
  s->atoms = malloc(sizeof *s->atoms);
  int n = s->atoms->n = 4, wrong = 0;
  s->atoms->r = calloc(n, sizeof(real3));
  real3 *r = s->atoms->r;
#pragma acc enter data copyin(r[0:n][0:3])
#pragma acc parallel loop present(r[0:n][0:3])
  for (int i = 0; i < n; ++i)
    r[i][1] = i;
#pragma acc update self(s->atoms->r[0:n][0:3])
#pragma acc exit data delete(r[0:n][0:3])
  for (int i = 0; i < n; ++i)
    wrong += r[i][1] != i || r[i][0] != 0;
  free(r);
  free(s->atoms);
  free(s);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
