/* Cancellation of loops, regions and taskgroups; reductions of tasks; detached tasks. */
#include "check.h"
#include <clacc_abi.h>

static int32_t team_size;
static int is_on;

static void count_up(int *counter) {
  clacc_atomic_begin(counter);
  ++*counter;
  clacc_atomic_end(counter);
}

/* ---- A loop that is left, and one behind it ---- */

static void loops(clacc_thread *t, void *args) {
  int *counters = args;
  uint64_t lo, hi;
  for (int round = 0; round < 20; ++round) {
    clacc_loop_begin(t, 100, 1, CLACC_DYNAMIC);
    while (clacc_loop_next(t, &lo, &hi)) {
      for (; lo < hi; ++lo) {
        count_up(&counters[0]);
        if (lo == 10 && clacc_cancel(t, CLACC_CANCEL_LOOP)) goto left;
      }
    }
  left:
    clacc_loop_end(t, 0);
    clacc_loop_begin(t, 8, 1, CLACC_DYNAMIC);
    while (clacc_loop_next(t, &lo, &hi)) {
      CHECK(!clacc_cancellation_point(t, CLACC_CANCEL_LOOP));
      for (; lo < hi; ++lo) count_up(&counters[1]);
    }
    clacc_loop_end(t, CLACC_NOWAIT);
  }
}

/* ---- A region that one thread leaves while the others wait; later regions of the team ---- */

static void region(clacc_thread *t, void *args) {
  int *counters = args;
  uint64_t lo, hi;
  if (clacc_cancellable_barrier(t)) return;
  if (t->id == t->count - 1 && clacc_cancel(t, CLACC_CANCEL_PARALLEL)) return;
  clacc_loop_begin(t, 5, 1, CLACC_DYNAMIC);
  while (clacc_loop_next(t, &lo, &hi)) {}
  clacc_loop_end(t, CLACC_NOWAIT);
  (void)clacc_single(t);
  if (clacc_cancellable_barrier(t)) return;
  count_up(&counters[0]);
}

static void whole(clacc_thread *t, void *args) {
  int *counters = args;
  uint64_t lo, hi;
  clacc_loop_begin(t, 9, 2, CLACC_DYNAMIC);
  while (clacc_loop_next(t, &lo, &hi)) {
    for (; lo < hi; ++lo) count_up(&counters[0]);
  }
  clacc_loop_end(t, 0);
  if (clacc_single(t)) count_up(&counters[1]);
  clacc_barrier(t);
  CHECK(!clacc_cancellation_point(t, CLACC_CANCEL_PARALLEL));
}

/* ---- A group: all tasks behind the one that cancels it are left out, for they depend on it ---- */

struct number { int *counters; int number; };
static void cancelling(clacc_thread *t, void *args) {
  struct number *a = args;
  if (a->number == 3 && clacc_cancel(t, CLACC_CANCEL_TASKGROUP)) return;
  count_up(&a->counters[0]);
}

static void groups(clacc_thread *t, void *args) {
  int *counters = args;
  if (!clacc_single(t)) return;
  clacc_group_begin(t);
  for (int i = 0; i < 10; ++i) {
    struct number a = {counters, i};
    clacc_depend after = {counters, CLACC_INOUT, 0};
    clacc_task_info info = {0, cancelling, 0, sizeof a, 0, 0, 0};
    clacc_task(t, &info, &a, 1, &after);
  }
  clacc_group_end(t);
  struct number a = {counters, 100};
  clacc_task_info info = {0, cancelling, 0, sizeof a, 0, 0, 0};
  clacc_task(t, &info, &a, 0, 0);
}

/* ---- Reductions ---- */

static void zero(void *copy, const void *original, size_t bytes) {
  (void)original;
  for (size_t k = 0; k < bytes / sizeof(long); ++k) ((long *)copy)[k] = 0;
}
static void add(void *into, const void *from, size_t bytes) {
  for (size_t k = 0; k < bytes / sizeof(long); ++k) ((long *)into)[k] += ((const long *)from)[k];
}

struct summand { long *sums; int depth; };
static void sum_up(clacc_thread *t, void *args) {
  struct summand *a = args;
  long *mine = clacc_reduction_copy(t, a->sums);
  mine[0] += a->depth;
  mine[1] += 1;
  for (int i = 0; i < 2 && a->depth > 0; ++i) {
    struct summand below = {mine, a->depth - 1};
    clacc_task_info info = {0, sum_up, 0, sizeof below, 0, 0, 0};
    clacc_task(t, &info, &below, 0, 0);
  }
}

static void reductions(clacc_thread *t, void *args) {
  long *sums = args;
  if (!clacc_single(t)) return;
  clacc_task_reduction list = {sums, 2 * sizeof *sums, zero, add};
  struct summand first = {sums, 6};
  clacc_task_info info = {0, sum_up, 0, sizeof first, 0, 0, 0};
  clacc_group_begin(t);
  clacc_group_reduce(t, 1, &list);
  clacc_task(t, &info, &first, 0, 0);
  clacc_group_end(t);
  CHECK(sums[1] == 5 + 127);
}

/* ---- Events: a task behind a detached one ---- */

struct step { void *event; int *steps; };
static void detached(clacc_thread *t, void *args) {
  (void)t;
  count_up(((struct step *)args)->steps);
}
static void fulfilling(clacc_thread *t, void *args) {
  struct step *a = args;
  (void)t;
  count_up(&a->steps[1]);
  clacc_event_fulfill(a->event);
}
static void following(clacc_thread *t, void *args) {
  struct step *a = args;
  (void)t;
  CHECK(a->steps[0] == 1 && a->steps[1] == 1);
  a->steps[2] = 1;
}

static void events(clacc_thread *t, void *args) {
  int *steps = args;
  if (!clacc_single(t)) return;
  struct step a = {clacc_event(), steps};
  clacc_depend before = {steps, CLACC_OUT, 0}, behind = {steps, CLACC_IN, 0};
  clacc_task_info first = {0, detached, 0, sizeof a, 0, 0, 0}, second = {0, following, 0, sizeof a, 0, 0, 0};
  clacc_task_info third = {0, fulfilling, 0, sizeof a, 0, 0, 0};
  clacc_task_detached(t, &first, &a, 1, &before, a.event);
  clacc_task(t, &second, &a, 1, &behind);
  clacc_task(t, &third, &a, 0, 0);
  clacc_task_wait(t, 0, 0);
  CHECK(steps[2] == 1);
  /* Fulfilled before its body returns. */
  a.event = clacc_event();
  clacc_event_fulfill((clacc_task_detached(t, &first, &a, 0, 0, a.event), a.event));
}

int main(int count, char **arguments) {
  team_size = count > 1 ? atoi(arguments[1]) : 2;
  is_on = (int)clacc_icv_get(CLACC_ICV_CANCELLATION);
  int counters[2] = {0, 0};
  clacc_fork(0, loops, counters, team_size, 0);
  CHECK(counters[1] == 160);
  /* How many iterations other threads begin before they notice is not known. */
  CHECK(is_on ? counters[0] >= 220 && counters[0] <= (team_size > 1 ? 2000 : 220) : counters[0] == 2000);
  for (int round = 0; round < 50; ++round) {
    counters[0] = counters[1] = 0;
    clacc_fork(0, region, counters, team_size, 0);
    CHECK(counters[0] == (is_on ? 0 : team_size));
    counters[0] = 0;
    clacc_fork(0, whole, counters, team_size, 0);
    CHECK(counters[0] == 9 && counters[1] == 1);
    counters[0] = 0;
    clacc_fork(0, groups, counters, team_size, 0);
    CHECK(counters[0] == (is_on ? 4 : 11));
    long sums[2] = {0, 5};
    clacc_fork(0, reductions, sums, team_size, 0);
    CHECK(sums[0] == 120);
    int steps[3] = {0, 0, 0};
    clacc_fork(0, events, steps, team_size, 0);
    CHECK(steps[0] == 2);
  }
  return 0;
}
