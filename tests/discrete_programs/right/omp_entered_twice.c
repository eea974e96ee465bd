// expect: ok
#include <stdio.h>
#include <stdlib.h>

static void open_on_device(double *w, int n) {
#pragma omp target enter data map(to : w[0:n])
}

int main(void) {
  int n = 6;
  double *w = calloc(n, sizeof *w), sum = 0;
  open_on_device(w, n);
#pragma omp target
  for (int i = 0; i < n; ++i) w[i] = i;
#pragma omp target exit data map(from : w[0:n])
  for (int i = 0; i < n; ++i) sum += w[i];
  free(w);
  printf("%g\n", sum);
  if (sum != 15) return 1;
  puts("ok");
  return 0;
}
