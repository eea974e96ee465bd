// Barriers, taskgroups and the ends of regions wait for deferred constructs; other threads work meanwhile.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp single
#pragma omp target map(tofrom : a[0:n]) nowait
    for (int i = 0; i < n; ++i) a[i] += 1;
#pragma omp for
    for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp masked
    {
#pragma omp target map(tofrom : a[0:n]) nowait
      for (int i = 0; i < n; ++i) a[i] += 1;
    }
  }
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp taskgroup
  {
#pragma omp target map(tofrom : a[0:n]) nowait
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
  for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp target map(tofrom : a[0:n]) nowait
  for (int i = 0; i < n; ++i) a[i] += 1;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; ++i) b[i] = i;
#pragma omp task shared(sum)
  {
#pragma omp target map(tofrom : b[0:n]) nowait
    for (int i = 0; i < n; ++i) b[i] += 1;
#pragma omp taskwait
    sum += b[7];
  }
#pragma omp taskwait
  for (int i = 0; i < n; ++i) sum += a[i];
  free(a);
  free(b);
  printf("%d\n", sum);
  if (sum != 300 * (1 + 2 + 3 + 4) + 8) return 1;
  puts("ok");
  return 0;
}
