/* Tasks: arguments, waiting, groups, dependences, final and undeferred ones, tasks and regions. */
#include "check.h"
#include <clacc_abi.h>
#include <string.h>

static int32_t team_size;

static clacc_task_info about(clacc_body body, size_t bytes, uint32_t flags) {
  clacc_task_info info = {0, body, 0, (uint32_t)bytes, 0, flags, 0};
  return info;
}

static void make(clacc_thread *t, clacc_body body, void *args, size_t bytes, uint32_t flags) {
  clacc_task_info info = about(body, bytes, flags);
  clacc_task(t, &info, args, 0, 0);
}

static void count_up(int *counter) {
  clacc_atomic_begin(counter);
  ++*counter;
  clacc_atomic_end(counter);
}

static int read_counter(int *counter) {
  clacc_atomic_begin(counter);
  int value = *counter;
  clacc_atomic_end(counter);
  return value;
}

/* ---- Recursion with taskwait ---- */

struct fib { int n; long *result; };
static void fib(clacc_thread *t, void *args) {
  struct fib *a = args;
  long x = 0, y = 0;
  if (a->n < 2) {
    *a->result = a->n;
    return;
  }
  struct fib one = {a->n - 1, &x}, two = {a->n - 2, &y};
  make(t, fib, &one, sizeof one, a->n % 5 == 0 ? CLACC_TASK_UNTIED : 0);
  make(t, fib, &two, sizeof two, a->n < 6 ? CLACC_TASK_FINAL : 0);
  clacc_task_wait(t, 0, 0);
  *a->result = x + y;
}
static void fibs(clacc_thread *t, void *args) {
  long *results = args;
  struct fib a = {13, &results[t->id]};
  make(t, fib, &a, sizeof a, 0);
}

/* ---- Arguments: copied, aligned, by a function ---- */

struct big { char bytes[300]; int number; };
static int big_sum;
static void use_big(clacc_thread *t, void *args) {
  struct big *a = args;
  (void)t;
  CHECK((uintptr_t)a % 128 == 0 && a->bytes[299] == 'z');
  clacc_atomic_begin(&big_sum);
  big_sum += a->number;
  clacc_atomic_end(&big_sum);
  a->number = -1; /* the copy is the task's own */
}
static void copy_big(void *to, const void *from) {
  memcpy(to, from, sizeof(struct big));
  ((struct big *)to)->number *= 2;
}
static void arguments(clacc_thread *t, void *args) {
  (void)args;
  if (!clacc_single(t)) return;
  struct big a;
  memset(&a, 'z', sizeof a);
  clacc_task_info info = {0, use_big, 0, sizeof a, 128, 0, 0};
  for (int i = 0; i < 400; ++i) {
    a.number = i;
    info.copy = i % 2 ? copy_big : 0;
    clacc_task(t, &info, &a, 0, 0);
    CHECK(a.number == i);
    a.number = -1000000;
  }
}

/* ---- Barriers finish tasks, whoever makes them ---- */

struct tree { int depth, *counter; };
static void grow(clacc_thread *t, void *args) {
  struct tree *a = args, below = {a->depth - 1, a->counter};
  count_up(a->counter);
  if (a->depth > 0)
    for (int i = 0; i < 3; ++i) make(t, grow, &below, sizeof below, 0); /* not waited for */
}
static void barriers(clacc_thread *t, void *args) {
  int *counters = args;
  for (int round = 0; round < 10; ++round) {
    struct tree a = {4, &counters[round]};
    if (round % 2 == 0 || clacc_single(t)) make(t, grow, &a, sizeof a, 0);
    clacc_barrier(t);
    CHECK(read_counter(&counters[round]) == 121 * (round % 2 == 0 ? t->count : 1));
  }
  struct tree a = {4, &counters[10]};
  make(t, grow, &a, sizeof a, 0); /* the end of the region finishes them */
}

/* ---- Groups wait for descendants, taskwait for children ---- */

static void groups(clacc_thread *t, void *args) {
  int *counters = args, *mine = &counters[t->id * 4];
  for (int round = 1; round <= 5; ++round) {
    struct tree a = {3, &mine[0]}, b = {2, &mine[1]}, c = {3, &mine[2]};
    make(t, grow, &c, sizeof c, 0); /* outside the group */
    clacc_group_begin(t);
    make(t, grow, &a, sizeof a, 0);
    clacc_group_begin(t);
    make(t, grow, &b, sizeof b, 0);
    clacc_group_end(t);
    CHECK(read_counter(&mine[1]) == 13 * round);
    make(t, grow, &b, sizeof b, CLACC_TASK_UNDEFERRED);
    clacc_group_end(t);
    CHECK(read_counter(&mine[0]) == 40 * round);
    mine[1] = 13 * round;
    clacc_yield(t);
  }
  clacc_barrier(t);
  CHECK(mine[2] == 40 * 5);
}

/* ---- final and undeferred ---- */

struct finals { int *counter; int64_t task; };
static void included(clacc_thread *t, void *args) {
  struct finals *a = args;
  (void)t;
  CHECK(clacc_icv_get(CLACC_ICV_IN_FINAL) == 1 && clacc_icv_get(CLACC_ICV_TASK) != a->task);
  ++*a->counter;
}
static void final_task(clacc_thread *t, void *args) {
  struct finals *a = args;
  a->task = clacc_icv_get(CLACC_ICV_TASK);
  CHECK(clacc_icv_get(CLACC_ICV_IN_FINAL) == 1);
  int counter = 0;
  struct finals below = {&counter, a->task};
  for (int i = 1; i <= 20; ++i) {
    clacc_depend on = {&counter, CLACC_INOUT, 0};
    clacc_task_info info = about(included, sizeof below, 0);
    clacc_task(t, &info, &below, 1, &on);
    CHECK(counter == i); /* it ran at once */
  }
  count_up(a->counter);
}
static void finals(clacc_thread *t, void *args) {
  int *counter = args, here = 0;
  struct finals a = {counter, 0}, b = {&here, 0};
  for (int i = 0; i < 10; ++i) make(t, final_task, &a, sizeof a, CLACC_TASK_FINAL);
  make(t, final_task, &b, sizeof b, CLACC_TASK_FINAL | CLACC_TASK_UNDEFERRED);
  CHECK(here == 1 && clacc_icv_get(CLACC_ICV_IN_FINAL) == 0);
}

/* ---- Control variables of a task ---- */

static void changes(clacc_thread *t, void *args) {
  (void)t;
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == *(int *)args);
  clacc_icv_set(CLACC_ICV_THREADS, 99);
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == 99);
}
static void inherits(clacc_thread *t, void *args) {
  (void)args;
  for (int i = 0; i < 20; ++i) {
    int threads = 10 + t->id + i;
    clacc_icv_set(CLACC_ICV_THREADS, threads);
    make(t, changes, &threads, sizeof threads, i % 3 ? 0 : CLACC_TASK_UNDEFERRED);
    clacc_task_wait(t, 0, 0);
    CHECK(clacc_icv_get(CLACC_ICV_THREADS) == threads);
  }
}

/* ---- Dependences: a chain of writers and sets of readers on each of some objects ---- */

struct step { int *value, expect, set; };
static void writer(clacc_thread *t, void *args) {
  struct step *a = args;
  (void)t;
  CHECK(*a->value == a->expect);
  *a->value = a->expect + 1;
}
static void reader(clacc_thread *t, void *args) {
  struct step *a = args;
  (void)t;
  CHECK(*a->value == a->expect);
}
static void depend_on(clacc_thread *t, clacc_body body, struct step *a, uint32_t kind, uint32_t flags) {
  clacc_depend on = {a->value, kind, 0};
  clacc_task_info info = about(body, sizeof *a, flags);
  clacc_task(t, &info, a, 1, &on);
}
static void depends(clacc_thread *t, void *args) {
  int *values = args;
  if (!clacc_single(t)) return;
  for (int round = 0; round < 100; ++round)
    for (int k = 0; k < 3; ++k) {
      struct step a = {&values[k], round, 0};
      static const uint32_t kinds[] = {CLACC_OUT, CLACC_INOUT, CLACC_MUTEXINOUTSET};
      depend_on(t, writer, &a, kinds[(round + k) % 3], round % 17 == 16 ? CLACC_TASK_UNDEFERRED : 0);
      a.expect = round + 1;
      for (int r = 0; r < round % 4; ++r) depend_on(t, reader, &a, r % 2 ? CLACC_INOUTSET : CLACC_IN, 0);
      if (round % 25 == 24) {
        clacc_depend on = {&values[k], CLACC_IN, 0};
        clacc_task_wait(t, 1, &on);
        CHECK(values[k] == round + 1);
      }
    }
  clacc_task_wait(t, 0, 0);
  for (int k = 0; k < 3; ++k) CHECK(values[k] == 100);
}

/* Several dependences at once: a wavefront over a grid. */
enum { SIDE = 24 };
struct cell { int (*grid)[SIDE], i, j; };
static void wave(clacc_thread *t, void *args) {
  struct cell *a = args;
  (void)t;
  int up = a->i ? a->grid[a->i - 1][a->j] : 0, left = a->j ? a->grid[a->i][a->j - 1] : 0;
  a->grid[a->i][a->j] = up > left ? up + 1 : left + 1;
}
static void wavefront(clacc_thread *t, void *args) {
  int(*grid)[SIDE] = args;
  if (!clacc_single(t)) return;
  for (int i = 0; i < SIDE; ++i)
    for (int j = 0; j < SIDE; ++j) {
      struct cell a = {grid, i, j};
      clacc_depend on[3] = {{&grid[i][j], CLACC_OUT, 0}, {i ? &grid[i - 1][j] : 0, CLACC_IN, 0}, {j ? &grid[i][j - 1] : 0, CLACC_IN, 0}};
      clacc_task_info info = about(wave, sizeof a, 0);
      clacc_task(t, &info, &a, j ? 3 : i ? 2 : 1, on);
    }
}

/* ---- A chain in which each task makes the next one, too long to run one inside the other, beside full queues ---- */

struct chain { int left, *done; };
static void link(clacc_thread *t, void *args) {
  struct chain *a = args, next = {a->left - 1, a->done};
  if (a->left > 0) make(t, link, &next, sizeof next, 0);
  else *a->done = 1;
}
static void chain(clacc_thread *t, void *args) {
  struct chain a = {t->count > 1 ? 100000 : 1000, args};
  int counter = 0;
  struct tree leaf = {0, &counter};
  if (!clacc_single(t)) return;
  for (int i = 0; i < 1000; ++i) make(t, grow, &leaf, sizeof leaf, 0);
  make(t, link, &a, sizeof a, 0);
  clacc_task_wait(t, 0, 0);
  CHECK(counter == 1000);
}

/* ---- Regions in tasks ---- */

static void inner_region(clacc_thread *t, void *args) {
  count_up(args);
  struct tree a = {1, args};
  make(t, grow, &a, sizeof a, 0);
  clacc_barrier(t);
}
static void region_task(clacc_thread *t, void *args) {
  int **counter = args, mine = 0;
  clacc_fork(0, inner_region, &mine, 2, 0);
  CHECK(mine == 5 || mine == 10);
  CHECK(clacc_self() == t);
  count_up(*counter);
}
static void region_tasks(clacc_thread *t, void *args) {
  for (int i = 0; i < 10; ++i) make(t, region_task, &args, sizeof args, 0);
  clacc_task_wait(t, 0, 0);
}

int main(int count, char **words) {
  team_size = count > 1 ? atoi(words[1]) : 3;
  static int counters[64 * 4];
  static long results[64];
  clacc_fork(0, fibs, results, team_size, 0);
  for (int i = 0; i < team_size; ++i) CHECK(results[i] == 233);
  clacc_fork(0, arguments, 0, team_size, 0);
  CHECK(big_sum == 400 * 399 / 2 + 200 * 200);
  clacc_fork(0, barriers, counters, team_size, 0);
  CHECK(counters[10] == 121 * team_size);
  memset(counters, 0, sizeof counters);
  clacc_fork(0, groups, counters, team_size, 0);
  memset(counters, 0, sizeof counters);
  clacc_fork(0, finals, counters, team_size, 0);
  CHECK(counters[0] == 10 * team_size);
  clacc_fork(0, inherits, 0, team_size, 0);
  for (int round = 0; round < 5; ++round) {
    memset(counters, 0, sizeof counters);
    clacc_fork(0, depends, counters, team_size, 0);
    static int grid[SIDE][SIDE];
    memset(grid, 0, sizeof grid);
    clacc_fork(0, wavefront, grid, team_size, 0);
    for (int i = 0; i < SIDE; ++i)
      for (int j = 0; j < SIDE; ++j) CHECK(grid[i][j] == i + j + 1);
  }
  static int done;
  clacc_fork(0, chain, &done, team_size, 0);
  CHECK(done == 1);
  for (int64_t levels = 1; levels <= 2; ++levels) {
    clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, levels);
    counters[0] = 0;
    clacc_fork(0, region_tasks, counters, team_size, 0);
    CHECK(counters[0] == 10 * team_size);
  }
  /* In a serial part. */
  results[0] = 0;
  struct fib a = {10, results};
  make(clacc_self(), fib, &a, sizeof a, 0);
  clacc_task_wait(clacc_self(), 0, 0);
  CHECK(results[0] == 55);
  return 0;
}
