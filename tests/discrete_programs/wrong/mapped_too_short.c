// expect: line 15 names acc_malloc cause behind
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 20;
  double *x = malloc(n * sizeof *x), sum = 0;
  size_t bytes = n * sizeof(float);
  void *room = acc_malloc(bytes);
  int shared = acc_is_present(x, 1);
  if (!shared) acc_map_data(x, room, bytes);
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    x[i] = 1.5;
#pragma acc parallel loop reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[i];
  if (!shared) acc_unmap_data(x);
  acc_free(room);
  free(x);
  if (sum != 30) return 1;
  puts("ok");
  return 0;
}
