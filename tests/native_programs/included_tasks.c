// Tasks that their maker waits for: they make tasks, wait for them, reduce, have locks and variables of their own, and are left before what they made.
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdio.h>
#include <stdlib.h>
static long fib(int n, int how) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a) if(how & 1) final(n < 5 && (how & 2))
  a = fib(n - 1, how);
#pragma omp task shared(b) if(how & 4)
  b = fib(n - 2, how);
#pragma omp taskwait
  return a + b;
}
static long count;
static void tree(int depth, int how) {
  if (depth == 0) {
#pragma omp atomic
    count++;
    return;
  }
#pragma omp task if((depth ^ how) & 1)
  { tree(depth - 1, how); tree(depth - 1, how); }
}
static void chain(int n) {
  int x = 0, seen = 0;
  for (int i = 0; i < n; i++) {
#pragma omp task depend(inout: x) if(i % 3) shared(x)
    x = x * 3 % 1009 + i;
#pragma omp task if(0) shared(seen, x)
    {
      int y = 0;
#pragma omp task shared(y)
      y = 1;
#pragma omp task if(0) depend(in: x) shared(seen, x)
      seen += x >= 0;
#pragma omp taskwait
      if (y != 1) abort();
    }
  }
#pragma omp taskwait
  if (seen != n) abort();
  seen = x;
  int e = 0;
  for (int i = 0; i < n; i++) e = e * 3 % 1009 + i;
  if (e != seen) abort();
}
static void groups(void) {
  int sum = 0;
#pragma omp task if(0) shared(sum)
  {
#pragma omp taskgroup task_reduction(+: sum)
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+: sum) if(i & 1)
        {
          sum += i;
#pragma omp task if(0) in_reduction(+: sum)
          sum += 100;
        }
      }
    }
  }
  if (sum != 1045) { printf("sum %d\n", sum); abort(); }
}
#ifdef _OPENMP
static void locks(void) {
  omp_nest_lock_t l;
  omp_init_nest_lock(&l);
#pragma omp task if(0) shared(l)
  {
    omp_set_nest_lock(&l);
    int n = omp_test_nest_lock(&l);
    if (n != 2) abort();
    omp_unset_nest_lock(&l);
    omp_unset_nest_lock(&l);
  }
  omp_destroy_nest_lock(&l);
}
static void variables(void) {
  omp_set_num_threads(3);
#pragma omp task if(0)
  {
    if (omp_get_max_threads() != 3) abort();
    omp_set_num_threads(5);
#pragma omp task if(0)
    {
      if (omp_get_max_threads() != 5) abort();
      omp_set_num_threads(7);
      if (!omp_in_explicit_task()) abort();
    }
    if (omp_get_max_threads() != 5) abort();
#pragma omp task
    { if (omp_get_max_threads() != 5) abort(); }
#pragma omp taskwait
    if (omp_in_final()) abort();
  }
  if (omp_get_max_threads() != 3) abort();
#pragma omp task final(1)
  {
    if (!omp_in_final()) abort();
#pragma omp task
    { if (!omp_in_final()) abort();
#pragma omp parallel num_threads(2)
      { if (omp_in_final()) abort(); }
    }
  }
#pragma omp taskwait
}
#endif
// Children that go on behind the task which made them.
static long late;
static void orphans(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task if(0)
    {
#pragma omp task if(0)
      {
#pragma omp task
        {
#pragma omp task
          {
#pragma omp atomic
            late++;
          }
        }
      }
    }
  }
}
int main(void) {
  long fibs = 0;
#pragma omp parallel reduction(+: fibs)
  {
#pragma omp single nowait
    for (int how = 0; how < 8; how++) { if (fib(12, how) != 144) abort(); }
    for (int how = 0; how < 2; how++) tree(7, how);
    chain(40);
    groups();
#ifdef _OPENMP
    locks();
    variables();
#endif
    orphans(100);
#pragma omp barrier
    fibs += 1;
  }
  int t = (int)fibs;
  if (count != 256L * t || late != 100L * t) { printf("%ld %ld\n", count, late); return 1; }
  printf("%d\n", 256 + 100);
  return 0;
}
