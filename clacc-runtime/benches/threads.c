/* Nanoseconds per operation of threads: with CLACC, calls of the library as generated code makes them; else the same
   directives of OpenMP. Each figure is the least of many short runs, for BENCH_SECONDS each. The arguments are the number of
   threads, and of operations in a run: few, where the machine does other work too. `construct` uses the default number. */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef CLACC
#include <clacc_abi.h>
#endif

static int threads = 2;
static int64_t repeat;
static double sums[64 * 16];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#ifdef CLACC

static void empty(clacc_thread *t, void *args) { (void)t, (void)args; }
static void regions(void) {
  for (int64_t i = 0; i < repeat; ++i) clacc_fork(0, empty, 0, threads, 0);
}
static void barriers_body(clacc_thread *t, void *args) {
  (void)args;
  for (int64_t i = 0; i < repeat; ++i) clacc_barrier(t);
}
static void barriers(void) { clacc_fork(0, barriers_body, 0, threads, 0); }

static void gang(clacc_thread *t, void *args) { (void)args, sums[t->gang % 64 * 16] += 1; }
static void constructs(void) {
  for (int64_t i = 0; i < repeat; ++i) clacc_gangs(0, 0, 0, gang, 0);
}

static void chunks_body(clacc_thread *t, void *args) {
  uint64_t lo, hi;
  (void)args;
  clacc_loop_begin(t, (uint64_t)repeat, 1, CLACC_DYNAMIC);
  while (clacc_loop_next(t, &lo, &hi))
    for (uint64_t i = lo; i < hi; ++i) sums[t->id * 16] += 1;
  clacc_loop_end(t, CLACC_NOWAIT); /* as in a combined construct: the region ends here */
}
static void chunks(void) { clacc_fork(0, chunks_body, 0, threads, 0); }

static void add(void *into, const void *from) { *(double *)into += *(const double *)from; }
static void reductions_body(clacc_thread *t, void *args) {
  (void)args;
  for (int64_t i = 0; i < repeat; ++i) {
    double mine = 1;
    clacc_reduce(t, &mine, sizeof mine, add, CLACC_REDUCE_VALUES);
    if (t->id == 0) sums[0] += mine;
    clacc_barrier(t);
  }
}
static void reductions(void) { clacc_fork(0, reductions_body, 0, threads, 0); }

static void criticals_body(clacc_thread *t, void *args) {
  (void)args, (void)t;
  for (int64_t i = 0; i < repeat; ++i) {
    clacc_critical_begin(0);
    sums[0] += 1;
    clacc_critical_end(0);
  }
}
static void criticals(void) { clacc_fork(0, criticals_body, 0, threads, 0); }

static void small_task(clacc_thread *t, void *args) { sums[t->id * 16] += *(double *)args; }
static void tasks_body(clacc_thread *t, void *args) {
  (void)args;
  if (clacc_single(t))
    for (int64_t i = 0; i < repeat; ++i) {
      double one = 1;
      clacc_task_info info = {0, small_task, 0, sizeof one, 8, 0, 0};
      clacc_task(t, &info, &one, 0, 0);
    }
  clacc_barrier(t);
}
static void tasks(void) { clacc_fork(0, tasks_body, 0, threads, 0); }

static long fib(clacc_thread *t, int n);
struct fib_args { int n; long *result; };
static void fib_task(clacc_thread *t, void *args) {
  struct fib_args *a = args;
  *a->result = fib(t, a->n);
}
static long fib(clacc_thread *t, int n) {
  if (n < 2) return n;
  long x, y;
  struct fib_args args = {n - 1, &x};
  clacc_task_info info = {0, fib_task, 0, sizeof args, 8, 0, 0};
  clacc_task(t, &info, &args, 0, 0);
  y = fib(t, n - 2);
  clacc_task_wait(t, 0, 0);
  return x + y;
}
static void fibs_body(clacc_thread *t, void *args) {
  (void)args;
  if (clacc_single(t)) sums[0] += (double)fib(t, 16);
  clacc_barrier(t);
}
static void fibs(void) { clacc_fork(0, fibs_body, 0, threads, 0); }

#else

static void regions(void) {
  for (int64_t i = 0; i < repeat; ++i) {
#pragma omp parallel num_threads(threads)
    __asm__ volatile("");
  }
}
static void barriers(void) {
#pragma omp parallel num_threads(threads)
  for (int64_t i = 0; i < repeat; ++i) {
#pragma omp barrier
  }
}
static void constructs(void) {
  for (int64_t i = 0; i < repeat; ++i) {
#pragma omp parallel for num_threads(threads)
    for (int g = 0; g < threads; ++g) sums[g * 16] += 1;
  }
}
static void chunks(void) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int64_t i = 0; i < repeat; ++i) sums[i % 2 * 16] += 1;
}
static void reductions(void) {
#pragma omp parallel num_threads(threads)
  for (int64_t i = 0; i < repeat; ++i) {
#pragma omp for reduction(+ : sums[0])
    for (int j = 0; j < threads; ++j) sums[0] += 1;
  }
}
static void criticals(void) {
#pragma omp parallel num_threads(threads)
  for (int64_t i = 0; i < repeat; ++i) {
#pragma omp critical
    sums[0] += 1;
  }
}
static void tasks(void) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int64_t i = 0; i < repeat; ++i) {
    double one = 1;
#pragma omp task firstprivate(one)
    sums[16] += one;
  }
}
static long fib(int n) {
  if (n < 2) return n;
  long x, y;
#pragma omp task shared(x)
  x = fib(n - 1);
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
static void fibs(void) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  sums[0] += (double)fib(16);
}

#endif

static void measure(const char *name, void (*run)(void), int64_t count, double operations) {
  double least = 1e18;
  double end = now() + (getenv("BENCH_SECONDS") ? atof(getenv("BENCH_SECONDS")) : 0.4) * 1e9;
  repeat = count;
  run();
  do {
    double start = now();
    run();
    double time = now() - start;
    if (time < least) least = time;
  } while (now() < end);
  printf(" %s %.0f", name, least / operations);
  fflush(stdout);
}

int main(int count, char **words) {
  if (count > 1) threads = atoi(words[1]);
  int few = count > 2 ? atoi(words[2]) : 200;
  measure("region", regions, few, few);
  measure("barrier", barriers, few, few);
  measure("construct", constructs, few, few);
  measure("chunk", chunks, few * 10, few * 10);
  measure("reduction", reductions, few, few);
  measure("critical", criticals, few, few);
  measure("task", tasks, few, few);
  measure("fib", fibs, 1, 1596);
  printf("\n");
  return sums[0] < 0;
}
