// Deferred constructs in the order of their dependences, some of which go through tasks of the host.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 300, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), *c = calloc(n, sizeof *c), sum = 0, token = 0;
#pragma omp target enter data map(to : a[0:n], b[0:n]) depend(out : a[0], b[0]) nowait
#pragma omp target depend(inout : a[0]) nowait
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma omp target depend(in : a[0]) depend(out : b[0]) nowait
  for (int i = 0; i < n; ++i) b[i] = a[i] + 1;
#pragma omp target update from(b[0:n]) depend(in : b[0]) depend(out : c[0]) nowait
#pragma omp task depend(in : c[0]) depend(out : token) shared(sum)
  for (int i = 0; i < n; ++i) sum += b[i];
#pragma omp target map(tofrom : b[0:n]) depend(in : token) depend(inout : b[0]) nowait
  for (int i = 0; i < n; ++i) b[i] += a[i];
#pragma omp target update from(b[0:n]) depend(inout : b[0])
  for (int i = 0; i < n; ++i) sum += b[i];
#pragma omp target depend(out : a[0]) map(from : c[0:n]) nowait
  for (int i = 0; i < n; ++i) c[i] = a[i];
#pragma omp taskwait depend(in : a[0])
  for (int i = 0; i < n; ++i) sum += c[i];
#pragma omp target exit data map(delete : a[0:n], b[0:n]) depend(inout : a[0], b[0]) nowait
#pragma omp taskwait
  free(a);
  free(b);
  free(c);
  printf("%d\n", sum);
  if (sum != 300 * 6) return 1;
  puts("ok");
  return 0;
}
