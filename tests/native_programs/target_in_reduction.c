// `target` that takes part in a reduction of tasks, deferred and not; copies of tasks with allocators of OpenMP.
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdio.h>
#include <stdlib.h>
static void check(const char *what, long found, long expected) {
  if (found != expected) { printf("%s: %ld, not %ld\n", what, found, expected); abort(); }
}
static void variable(int n) {
  long sum = 5;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum)
  {
    for (int i = 0; i < n; i++) {
#pragma omp target in_reduction(+: sum) firstprivate(i)
      sum += i;
#pragma omp target nowait in_reduction(+: sum) firstprivate(i)
      sum += 2 * i;
#pragma omp task in_reduction(+: sum)
      sum += 3 * i;
    }
  }
  check("variable", sum, 5 + 6L * (n * (n - 1) / 2));
}
static void section(int *p, int n) {
  int last = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(max: p[1:3])
  for (int i = 0; i < n; i++) {
#pragma omp target nowait in_reduction(max: p[1:3]) firstprivate(i) depend(inout: last)
    if (p[1 + i % 3] < i) p[1 + i % 3] = i;
  }
  check("section", p[1] + p[2] + p[3], 3L * n - 6);
}
static void in_teams(int n) {
  int product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(*: product)
  for (int i = 0; i < n; i++) {
#pragma omp target teams num_teams(1) thread_limit(2) in_reduction(*: product)
#pragma omp parallel for reduction(*: product)
    for (int k = 0; k < 2; k++)
      product *= 2;
  }
  check("in teams", product, 1 << 2 * n);
}
static void allocators(int n) {
  long sum = 0;
  int copied = 7;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task firstprivate(copied) allocate(omp_default_mem_alloc: copied) shared(sum)
#pragma omp atomic
    sum += copied;
#pragma omp taskloop firstprivate(copied) allocate(copied) shared(sum)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      sum += copied + i;
    }
  }
  check("allocators", sum, 7 + 7L * n + n * (n - 1) / 2);
}
int main(void) {
  int p[5] = {0};
  variable(200);
  section(p, 100);
  in_teams(4);
  allocators(50);
  puts("right");
  return 0;
}
