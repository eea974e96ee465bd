/* Leagues: each team has the thread's memory, its number, and regions of its own. A loop whose iterations wait for one another. */
#include "check.h"

static int threads;
static long value[200];

static void count(clacc_thread *t, void *args) {
  clacc_critical_begin(0);
  ++*(int *)args;
  clacc_critical_end(0);
  CHECK(t->level == 1 && clacc_ancestor(0) == 0 && clacc_team_size(1) == t->count);
}

static void team(clacc_thread *t, void *args) {
  int here = 0, *sum = args;
  uint32_t state = 0;
  CHECK(t->level == 0 && t->count == 1 && t->gangs == 4);
  CHECK(clacc_icv_get(CLACC_ICV_TEAM) == t->gang && clacc_icv_get(CLACC_ICV_TEAMS) == 4);
  clacc_fork(0, count, &here, threads, 0);
  CHECK(here == threads);
  int *all = clacc_league_partial(t, sizeof here, &state);
  CHECK(all && !(state & CLACC_PARTIAL_FIRST) == (t->gang > 0) && !(state & CLACC_PARTIAL_LAST) == (t->gang < 3));
  *all = (state & CLACC_PARTIAL_FIRST ? 0 : *all) + here;
  if (state & CLACC_PARTIAL_LAST) {
    *sum += *all;
    clacc_league_done(t);
  }
}

/* value[i] is made from value[i - 3]. */
static void wave(clacc_thread *t, void *args) {
  uint64_t lo, hi;
  (void)args;
  if (clacc_loop_begin(t, 200, 1, CLACC_DYNAMIC)) {
    clacc_doacross_begin(t, 200);
    while (clacc_loop_next(t, &lo, &hi)) {
      for (uint64_t i = lo; i < hi; ++i) {
        if (i >= 3) clacc_doacross_wait(t, i - 3);
        value[i] = i >= 3 ? value[i - 3] + (long)i : (long)i;
        clacc_doacross_post(t, i);
      }
    }
  }
  clacc_loop_end(t, 0);
}

int main(int argc, char **argv) {
  int sum = 5;
  CHECK(argc == 2);
  threads = atoi(argv[1]);
  clacc_teams(0, team, &sum, 0, 4, 0, 0);
  CHECK(sum == 5 + 4 * threads);
  clacc_fork(0, wave, 0, threads, 0);
  for (long i = 0, expected[3] = {0, 0, 0}; i < 200; ++i) CHECK(value[i] == (expected[i % 3] += i));
  return 0;
}
