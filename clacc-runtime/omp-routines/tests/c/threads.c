/* The routines about threads: outside of regions, in teams of 1, 2 and 4 threads, and in nested ones. */
#include "check.h"

static void serial(void) {
  CHECK(omp_get_num_threads() == 1);
  CHECK(omp_get_thread_num() == 0);
  CHECK(!omp_in_parallel());
  CHECK(omp_get_level() == 0);
  CHECK(omp_get_active_level() == 0);
  CHECK(omp_get_ancestor_thread_num(0) == 0);
  CHECK(omp_get_ancestor_thread_num(1) == -1);
  CHECK(omp_get_ancestor_thread_num(-1) == -1);
  CHECK(omp_get_team_size(0) == 1);
  CHECK(omp_get_team_size(1) == -1);
  CHECK(omp_get_num_teams() == 1 && omp_get_team_num() == 0);
  CHECK(!omp_in_final());
  CHECK(omp_get_cancellation() == 0);
  CHECK(omp_get_num_procs() >= 1);
  CHECK(omp_get_thread_limit() >= 4);
}

static int seen[4];

static void inner(clacc_thread *t, void *outer) {
  int number = *(int *)outer;
  CHECK(omp_get_level() == 2);
  CHECK(omp_get_thread_num() == t->id && omp_get_num_threads() == t->count);
  CHECK(omp_get_ancestor_thread_num(1) == number);
  CHECK(omp_get_ancestor_thread_num(2) == t->id);
  CHECK(omp_get_ancestor_thread_num(0) == 0);
  CHECK(omp_get_team_size(1) == 2 && omp_get_team_size(2) == t->count && omp_get_team_size(3) == -1);
  CHECK(omp_get_active_level() == (t->count > 1 ? 2 : 1));
  CHECK(omp_in_parallel());
}

static void outer(clacc_thread *t, void *expected) {
  int number = t->id;
  (void)expected;
  CHECK(omp_get_num_threads() == 2);
  omp_set_num_threads(3);
  CHECK(omp_get_max_threads() == 3);
  team(t->id ? 2 : 0, inner, &number);
}

static void flat(clacc_thread *t, void *threads) {
  CHECK(omp_get_num_threads() == *(int *)threads);
  CHECK(omp_get_thread_num() == t->id);
  CHECK(omp_get_level() == 1);
  CHECK(omp_in_parallel() == (*(int *)threads > 1));
  CHECK(omp_get_active_level() == (*(int *)threads > 1));
  CHECK(omp_get_ancestor_thread_num(1) == t->id);
  CHECK(omp_get_team_size(1) == *(int *)threads && omp_get_team_size(0) == 1);
  __sync_fetch_and_add(&seen[omp_get_thread_num()], 1);
}

static void teams(void) {
  int threads, i;
  for (threads = 1; threads <= 4; threads *= 2) {
    memset(seen, 0, sizeof seen);
    team(threads, flat, &threads);
    for (i = 0; i < 4; ++i) CHECK(seen[i] == (i < threads));
  }
}

static void asks_size(clacc_thread *t, void *threads) {
  if (t->id == 0) *(int *)threads = omp_get_num_threads();
}

static void counts(void) {
  int before = omp_get_max_threads(), got = 0;
  CHECK(before >= 1);
  omp_set_num_threads(3);
  CHECK(omp_get_max_threads() == 3);
  team(0, asks_size, &got);
  CHECK(got == 3);
  omp_set_num_threads(0);
  omp_set_num_threads(-4);
  CHECK(omp_get_max_threads() == 3);
  omp_set_num_threads(before);
}

static void dynamic(void) {
  CHECK(omp_get_dynamic() == 0);
  omp_set_dynamic(7);
  CHECK(omp_get_dynamic() == 1);
  omp_set_dynamic(0);
  CHECK(omp_get_dynamic() == 0);
}

static void levels(void) {
  CHECK(omp_get_max_active_levels() == 1 && !omp_get_nested());
  omp_set_nested(1);
  CHECK(omp_get_nested() && omp_get_max_active_levels() == omp_get_supported_active_levels());
  omp_set_nested(0);
  CHECK(!omp_get_nested() && omp_get_max_active_levels() == 1);
  omp_set_max_active_levels(2);
  omp_set_nested(1);
  CHECK(omp_get_max_active_levels() == 2);
  omp_set_max_active_levels(-1);
  CHECK(omp_get_max_active_levels() == 2);
  omp_set_max_active_levels(1 << 30);
  CHECK(omp_get_max_active_levels() == omp_get_supported_active_levels());
  omp_set_max_active_levels(0);
  CHECK(omp_get_max_active_levels() == 0);
  omp_set_nested(0);
  CHECK(omp_get_max_active_levels() == 0);
  omp_set_max_active_levels(2);
  team(2, outer, NULL);
  omp_set_max_active_levels(1);
  team(2, outer, NULL);
}

static void schedule_is(omp_sched_t kind, int chunk) {
  omp_sched_t its_kind = omp_sched_auto;
  int its_chunk = -7;
  omp_get_schedule(&its_kind, &its_chunk);
  CHECK(its_kind == kind);
  CHECK(its_chunk == chunk);
}

static void schedules(void) {
  omp_set_schedule(omp_sched_static, 0);
  schedule_is(omp_sched_static, 0);
  omp_set_schedule(omp_sched_static, 12);
  schedule_is(omp_sched_static, 12);
  omp_set_schedule(omp_sched_dynamic, -5);
  schedule_is(omp_sched_dynamic, 1);
  omp_set_schedule(omp_sched_guided, 7);
  schedule_is(omp_sched_guided, 7);
  omp_set_schedule((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 3);
  schedule_is((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 3);
  omp_set_schedule(omp_sched_dynamic, 3);
  schedule_is(omp_sched_dynamic, 3);
  omp_set_schedule((omp_sched_t)(77 | omp_sched_monotonic), 9);
  schedule_is(omp_sched_dynamic, 3);
  omp_set_schedule(omp_sched_auto, 5);
  schedule_is(omp_sched_auto, 0);
}

/* What a region's threads set is theirs. */
static void sets(clacc_thread *t, void *unused) {
  (void)unused;
  schedule_is(omp_sched_guided, 2);
  omp_set_schedule(omp_sched_static, t->id + 10);
  omp_set_num_threads(t->id + 5);
  clacc_barrier(t);
  schedule_is(omp_sched_static, t->id + 10);
  CHECK(omp_get_max_threads() == t->id + 5);
}

static void inheritance(void) {
  int before = omp_get_max_threads();
  omp_set_schedule(omp_sched_guided, 2);
  team(4, sets, NULL);
  schedule_is(omp_sched_guided, 2);
  CHECK(omp_get_max_threads() == before);
}

static void in_task(clacc_thread *t, void *is_final) {
  (void)t;
  CHECK(omp_in_final() == *(int *)is_final);
#ifdef CLACC_OMP_H
  CHECK(omp_in_explicit_task());
#endif
}

static void tasks(clacc_thread *t, void *unused) {
  clacc_task_info info = {NULL, in_task, NULL, sizeof(int), 0, 0, 0};
  int is_final;
  (void)unused;
#ifdef CLACC_OMP_H
  CHECK(!omp_in_explicit_task());
#endif
  for (is_final = 0; is_final < 2; ++is_final) {
    info.flags = is_final ? CLACC_TASK_FINAL : 0;
    clacc_task(t, &info, &is_final, 0, NULL);
  }
  clacc_task_wait(t, 0, NULL);
  CHECK(!omp_in_final());
}

/* A task is finished when its event is fulfilled, which the task behind it waits for. */
struct detached {
  omp_event_handle_t event;
  int *steps;
};
static void first_step(clacc_thread *t, void *args) {
  (void)t;
  ((struct detached *)args)->steps[0] = 1;
}
static void fulfills(clacc_thread *t, void *args) {
  struct detached *a = (struct detached *)args;
  (void)t;
  a->steps[1] = 1;
  omp_fulfill_event(a->event);
}
static void follows(clacc_thread *t, void *args) {
  int *steps = ((struct detached *)args)->steps;
  (void)t;
  CHECK(steps[0] == 1 && steps[1] == 1);
  steps[2] = 1;
}
static void events(clacc_thread *t, void *unused) {
  int steps[3] = {0, 0, 0};
  void *event;
  struct detached a;
  clacc_task_info info = {NULL, first_step, NULL, sizeof(struct detached), 0, 0, 0};
  clacc_depend before = {steps, CLACC_OUT, 0}, behind = {steps, CLACC_IN, 0};
  (void)unused;
  if (!clacc_single(t)) return;
  event = clacc_event();
  a.event = (omp_event_handle_t)(uintptr_t)event;
  a.steps = steps;
  clacc_task_detached(t, &info, &a, 1, &before, event);
  info.body = follows;
  clacc_task(t, &info, &a, 1, &behind);
  info.body = fulfills;
  clacc_task(t, &info, &a, 0, NULL);
  clacc_task_wait(t, 0, NULL);
  CHECK(steps[2] == 1);
}

static void gang(clacc_thread *t, void *unused) {
  (void)unused;
  CHECK(omp_get_num_teams() == 5 && omp_get_team_num() == (int)t->gang);
}

static void pauses(clacc_thread *t, void *threads) {
  int works = *(int *)threads > 1 ? -1 : 0;
  (void)t;
  CHECK(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == works);
  CHECK(omp_pause_resource_all(omp_pause_hard) == works);
}

int main(void) {
  int one = 1, two = 2;
  serial();
  teams();
  counts();
  dynamic();
  levels();
  schedules();
  inheritance();
  team(2, tasks, NULL);
  team(2, events, NULL);
  clacc_gangs(NULL, NULL, 5, gang, NULL);
  CHECK(omp_get_max_task_priority() == 0);
  CHECK(omp_pause_resource((omp_pause_resource_t)3, 0) == -1);
  CHECK(omp_pause_resource(omp_pause_soft, 4) == -1);
  team(1, pauses, &one);
  team(2, pauses, &two);
  serial();
  return done();
}
