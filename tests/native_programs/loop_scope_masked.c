// `loop`, `scope`, `masked` with a filter, and `ordered` in a function that the loop calls.
#include <stdio.h>

static int digits;

static void inner(int i) {
#pragma omp ordered
  { digits = digits * 3 + i; }
}

int main(void) {
  int a[100], sum = 0, last = 0, most = 0, runs = 0, seen = 0, own = 5;
  for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp parallel
  {
#pragma omp loop reduction(+ : sum) lastprivate(last)
    for (last = 0; last < 100; last++) sum += a[last];
#pragma omp loop bind(parallel) collapse(2)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++) a[i * 10 + j]++;
#pragma omp for
    for (int i = 0; i < 10; i++) {
#pragma omp loop bind(thread)
      for (int j = 0; j < 10; j++) a[i * 10 + j] *= 2;
    }
  }
#pragma omp parallel loop reduction(max : most) order(concurrent)
  for (int i = 0; i < 100; i++)
    if (a[i] > most) most = a[i];
#pragma omp parallel num_threads(3)
  {
#pragma omp scope reduction(max : seen) firstprivate(own)
    {
      own += 1;
      if (own > seen) seen = own;
    }
#pragma omp masked filter(0)
    runs += own;
#pragma omp barrier
#pragma omp masked
    runs += 1;
#pragma omp scope nowait private(own)
    { own = 1; }
  }
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 12; i++) inner(i);
  printf("%d %d %d %d %d %d\n", sum, last, most, seen, runs, digits);
  return 0;
}
