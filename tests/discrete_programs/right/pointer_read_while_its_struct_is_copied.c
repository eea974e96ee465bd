// The host reads a pointer in a struct that an operation in a queue copies back with the same value.
#include <stdio.h>
#include <stdlib.h>

struct parts {
  int n;
  double *in, *out;
};

int main(void) {
  struct parts *s = malloc(sizeof *s);
  double sum = 0;
  s->n = 40;
  s->in = malloc(s->n * sizeof(double));
  s->out = calloc(s->n, sizeof(double));
  for (int i = 0; i < s->n; ++i) s->in[i] = i;
#pragma acc parallel loop copy(s[0:1]) copyin(s->in[0:s->n]) copyout(s->out[0:s->n]) async(1)
  for (int i = 0; i < s->n; ++i) s->out[i] = 2 * s->in[i];
#pragma acc enter data copyin(s->in[0:40]) async(1)
#pragma acc wait(1)
  for (int i = 0; i < s->n; ++i) sum += s->out[i];
#pragma acc exit data delete(s->in[0:40])
  printf("%g\n", sum);
  return sum != 1560;
}
