// A taskgroup waits for the constructs that it holds, those with `inoutset` are ordered with all others alone, and barriers are waits.
#include <stdio.h>
#include <stdlib.h>
static void add(int *a, int first, int n, int by) {
#pragma omp target map(tofrom : a[first:n]) depend(inoutset : a[0]) nowait
  for (int i = first; i < first + n; ++i) a[i] += by;
}
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
#pragma omp target map(tofrom : b[0:n]) nowait
  for (int i = 0; i < n; ++i) b[i] = 1;
#pragma omp taskgroup
  {
    add(a, 0, 100, 1);
    add(a, 100, 200, 1);
#pragma omp target map(to : a[0:n]) map(tofrom : sum) depend(in : a[0]) depend(out : sum) nowait
    for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp taskgroup
    {
      add(a, 0, 100, 1);
      add(a, 100, 200, 1);
    }
    a[0] += 1;
#pragma omp target map(tofrom : sum) depend(inout : sum) nowait
    sum += 1;
  }
  sum += a[0];
#pragma omp barrier
  sum += b[0];
  printf("%d\n", sum);
  if (sum != 300 + 1 + 3 + 1) return 1;
  puts("ok");
  return 0;
}
