// expect: line 16 names tmp cause unordered after 11
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 90;
  float *tmp = malloc(n * sizeof *tmp), *out = malloc(n * sizeof *out), sum = 0;
#pragma acc enter data create(tmp[0:n], out[0:n])
#pragma acc parallel loop present(tmp[0:n]) async(1)
  for (int i = 0; i < n; ++i) tmp[i] = i;
#pragma acc parallel loop present(tmp[0:n], out[0:n]) async(2) wait(1)
  for (int i = 0; i < n; ++i) out[i] = 2 * tmp[n - 1 - i];
#pragma acc update self(out[0:n]) async(2)
  /* Queue 2 still reads what the next line deletes. */
#pragma acc wait(1)
#pragma acc exit data delete(tmp[0:n]) async(1)
#pragma acc wait
#pragma acc exit data delete(out[0:n])
  for (int i = 0; i < n; ++i) sum += out[i];
  printf("%g\n", sum);
  free(tmp);
  free(out);
  return sum != n * (n - 1);
}
