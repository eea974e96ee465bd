// expect: line 13 names in cause before
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 30;
  int *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out);
  for (int i = 0; i < n; ++i) in[i] = i % 5;
#pragma omp target data map(to : in[1:n - 1]) map(tofrom : out[0:n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 1; i < n; ++i)
      out[i] = in[i] + in[i - 1];
  }
  for (int i = 1; i < n; ++i)
    if (out[i] != in[i] + in[i - 1]) return 1;
  puts("ok");
  return 0;
}
