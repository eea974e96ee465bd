// expect: line 8 names out[30] cause host
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, int first, short *out) {
  // The clause was forgotten.
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) out[i + first] = i;
}

int main(void) {
  int n = 10, first = 30, sum = 0;
  short *out = malloc((n + first) * sizeof *out);
  fill(n, first, out);
  for (int i = 0; i < n; ++i) sum += out[i + first];
  free(out);
  if (sum != 45) return 1;
  puts("ok");
  return 0;
}
