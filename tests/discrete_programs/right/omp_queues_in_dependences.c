// Translated text names queues by storage in dependences, and routines know the same queues.
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
char *acc2omp_async2dep(int);
int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
  acc_copyin_async(a, n * sizeof *a, 1);
#pragma omp target depend(inout : *acc2omp_async2dep(1)) nowait
  for (int i = 0; i < n; ++i) a[i] += 1;
#pragma omp target map(from : b[0:n]) depend(in : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(2)) nowait
  for (int i = 0; i < n; ++i) b[i] = a[i] + 1;
  acc_wait_async(2, 3);
#pragma omp target map(tofrom : b[0:n]) depend(inout : *acc2omp_async2dep(3)) nowait
  for (int i = 0; i < n; ++i) b[i] += 1;
  acc_wait(3);
  for (int i = 0; i < n; ++i) sum += b[i];
  acc_copyout_async(a, n * sizeof *a, 1);
#pragma omp taskwait depend(in : *acc2omp_async2dep(1))
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);
  if (sum != 300 * 4) return 1;
  puts("ok");
  return 0;
}
