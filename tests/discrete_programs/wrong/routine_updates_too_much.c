// expect: line 13 names acc_update_self cause partly
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t n = 18;
  float *out = malloc((n + 1) * sizeof *out);
  out[n] = -1; /* the end mark */
  acc_create(out, n * sizeof *out);
#pragma acc parallel loop present(out[0:n])
  for (size_t i = 0; i < n; ++i) out[i] = 0.5f * (float)i;
  acc_update_self(out, (n + 1) * sizeof *out);
  acc_delete(out, n * sizeof *out);
  size_t k = 0;
  while (out[k] != -1) ++k;
  if (k != n || out[17] != 8.5f) return 1;
  puts("ok");
  free(out);
  return 0;
}
