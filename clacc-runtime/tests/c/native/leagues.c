/* Leagues of teams: their numbers, what teams have of threads, and reductions over them. The argument is the number of threads. */

#include "check.h"

#include <clacc_abi.h>

enum { MOST = 64 };

struct seen {
  int32_t lower, upper, limit;
  int inner;
  int teams, threads[MOST], times[MOST];
  double sum;
  int32_t outside;
};

static void count(clacc_thread *t, void *p) {
  int *threads = p;
  if (t->id == 0)
    *threads = t->count;
  CHECK(t->level == 1);
}

static void team(clacc_thread *t, void *p) {
  struct seen *seen = p;
  int64_t number = t->gang;
  CHECK(t->level == 0 && t->count == 1 && t->id == 0 && clacc_self() == t);
  CHECK(number >= 0 && number < t->gangs && t->gangs <= MOST);
  CHECK(clacc_icv_get(CLACC_ICV_TEAM) == number && clacc_icv_get(CLACC_ICV_TEAMS) == t->gangs);
  CHECK(clacc_icv_get(CLACC_ICV_ACTIVE_LEVEL) == 0 && clacc_ancestor(1) == -1);
  if (number == 0)
    seen->teams = (int)t->gangs;
  ++seen->times[number];
  clacc_icv_set(CLACC_ICV_THREADS, 2);
  if (seen->inner)
    clacc_fork(0, count, &seen->threads[number], 0, 0);
  CHECK(clacc_self() == t);
  {
    double mine = 1.0 / (double)(number + 3), *values;
    uint32_t state;
    values = clacc_league_partial(t, sizeof mine, &state);
    if (values != 0) {
      *values = state & CLACC_PARTIAL_FIRST ? mine : *values + mine;
      mine = *values;
    }
    if (state & CLACC_PARTIAL_LAST) {
      seen->sum = seen->sum + mine;
      clacc_league_done(t);
    }
  }
}

static struct seen league(int32_t lower, int32_t upper, int32_t limit, int inner, uint32_t flags) {
  struct seen seen = {0}, none = {0};
  int64_t threads = clacc_icv_get(CLACC_ICV_THREADS);
  int number;
  seen = none;
  seen.inner = inner;
  clacc_teams(0, team, &seen, lower, upper, limit, flags);
  for (number = 0; number < MOST; ++number)
    CHECK(seen.times[number] == (number < seen.teams));
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == threads && clacc_icv_get(CLACC_ICV_TEAMS) == 1);
  return seen;
}

/* The sums of teams come together in their order, so that they are the same each time. */
static void same_sums(int32_t upper, uint32_t flags) {
  double first = league(0, upper, 0, 0, flags).sum;
  int again;
  for (again = 0; again < 20; ++again)
    CHECK(league(0, upper, 0, 0, flags).sum == first);
}

static void in_region(clacc_thread *t, void *p) {
  struct seen seen = {0};
  (void)p;
  seen.inner = 1;
  clacc_teams(0, team, &seen, 0, 3, 0, 0);
  CHECK(seen.teams == 3 && (t->count == 1 || seen.threads[2] == 1));
  CHECK(clacc_self() == t && clacc_icv_get(CLACC_ICV_TEAMS) == 1);
  clacc_barrier(t);
}

int main(int count, char **arguments) {
  int threads = count > 1 ? atoi(arguments[1]) : 2;
  int upper, round;
  clacc_icv_set(CLACC_ICV_THREADS, threads);
  CHECK(league(0, 0, 0, 1, 0).teams == 1);
  CHECK(league(0, 0, 0, 0, CLACC_TEAMS_SHARE).teams == threads);
  CHECK(league(1, 1, 0, 1, 0).teams == 1);
  for (upper = 1; upper < 40; upper += 3) {
    struct seen seen = league(0, upper, 0, 1, 0);
    CHECK(seen.teams == upper && seen.threads[0] >= 1 && seen.threads[0] <= 2);
    CHECK(league(0, upper, 1, 1, 0).threads[upper - 1] == 1);
    same_sums(upper, upper % 2 ? CLACC_TEAMS_SHARE : 0);
  }
  CHECK(league(2, 40, 0, 0, CLACC_TEAMS_SHARE).teams == (threads < 2 ? 2 : threads));
  for (round = 0; round < 3; ++round)
    clacc_fork(0, in_region, 0, 0, 0);
  clacc_icv_set(CLACC_ICV_NUM_TEAMS, 5);
  CHECK(league(0, 0, 0, 0, 0).teams == 5 && clacc_icv_get(CLACC_ICV_NUM_TEAMS) == 5);
  clacc_icv_set(CLACC_ICV_TEAMS_THREAD_LIMIT, 1);
  CHECK(league(0, 2, 0, 1, 0).threads[1] == 1);
  clacc_target_device(0, CLACC_DEFAULT_DEVICE);
  clacc_target_device(0, -1);
  clacc_target_device(0, 0);
  return 0;
}
