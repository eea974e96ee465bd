// Regions in a header and in a macro.
#include "places.h"
#define EACH(i, n) _Pragma("omp parallel for") for (int i = 0; i < (n); i++)
#define TOTAL total

int f(int n, int *a) {
  int total = clear(n, a);
  EACH (k, n) a[k] = n;
#pragma omp parallel
  TOTAL += n;
  return total;
}
