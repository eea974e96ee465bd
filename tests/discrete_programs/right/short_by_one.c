// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  float *price = malloc(n * sizeof *price), total = 0;
  for (int i = 0; i < n; ++i) price[i] = 0.5f;
#pragma acc kernels copyin(price[0:n]) copy(total)
#pragma acc loop reduction(+ : total)
  for (int i = 0; i < n; ++i)
    total += price[i];
  free(price);
  if (total != 0.5f * n) return 1;
  puts("ok");
  return 0;
}
