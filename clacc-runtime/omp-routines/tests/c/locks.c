/* Locks and nestable locks: alone, and where many threads want them. */
#include "check.h"

enum { STEPS = 20000 };

static void alone(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  CHECK(omp_test_lock(&lock));
  CHECK(!omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_set_lock(&lock);
  CHECK(!omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_init_lock_with_hint(&lock, (omp_sync_hint_t)(omp_sync_hint_contended | omp_sync_hint_speculative));
  CHECK(omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

static void nested_alone(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  CHECK(omp_test_nest_lock(&lock) == 1);
  CHECK(omp_test_nest_lock(&lock) == 2);
  omp_set_nest_lock(&lock);
  CHECK(omp_test_nest_lock(&lock) == 4);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  CHECK(omp_test_nest_lock(&lock) == 2);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  CHECK(omp_test_nest_lock(&lock) == 1);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  omp_init_nest_lock_with_hint(&lock, omp_sync_hint_none);
  CHECK(omp_test_nest_lock(&lock) == 1);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}

/* Two numbers that are equal whenever nobody has the lock. */
typedef struct shared {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  long first, second;
} shared;

static void counts(clacc_thread *t, void *argument) {
  volatile shared *s = argument;
  int i;
  for (i = 0; i < STEPS; ++i) {
    if (i % 3 || !omp_test_lock((omp_lock_t *)&s->lock)) omp_set_lock((omp_lock_t *)&s->lock);
    CHECK(s->first == s->second);
    s->first += 1;
    s->second += 1;
    omp_unset_lock((omp_lock_t *)&s->lock);
  }
  (void)t;
}

static void counts_nested(clacc_thread *t, void *argument) {
  volatile shared *s = argument;
  omp_nest_lock_t *lock = (omp_nest_lock_t *)&s->nest;
  int i;
  for (i = 0; i < STEPS; ++i) {
    if (omp_test_nest_lock(lock) == 0) omp_set_nest_lock(lock);
    CHECK(s->first == s->second);
    s->first += 1;
    omp_set_nest_lock(lock);
    s->second += 1;
    omp_unset_nest_lock(lock);
    omp_unset_nest_lock(lock);
  }
  (void)t;
}

static void contended(clacc_body body) {
  int threads;
  for (threads = 1; threads <= 8; threads *= 2) {
    shared s;
    s.first = s.second = 0;
    omp_init_lock(&s.lock);
    omp_init_nest_lock(&s.nest);
    team(threads, body, &s);
    CHECK(s.first == (long)threads * STEPS && s.second == s.first);
    omp_destroy_lock(&s.lock);
    omp_destroy_nest_lock(&s.nest);
  }
}

/* Each task has the nestable lock for itself, also tasks that one thread runs. */
static void other_task(clacc_thread *t, void *lock) {
  (void)t;
  CHECK(omp_test_nest_lock(*(omp_nest_lock_t **)lock) == 0);
}

static void owned_by_a_task(clacc_thread *t, void *unused) {
  omp_nest_lock_t lock, *its = &lock;
  clacc_task_info info = {NULL, other_task, NULL, sizeof its, 0, CLACC_TASK_UNDEFERRED, 0};
  (void)unused;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  clacc_task(t, &info, &its, 0, NULL);
  CHECK(omp_test_nest_lock(&lock) == 2);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}

/* One thread asks again and again at once; all others still get the lock. */
static void greedy(clacc_thread *t, void *argument) {
  shared *s = argument;
  if (t->id) {
    omp_set_lock(&s->lock);
    __sync_fetch_and_add(&s->first, 1);
    omp_unset_lock(&s->lock);
    return;
  }
  while (__sync_fetch_and_add(&s->first, 0) < t->count - 1) {
    omp_set_lock(&s->lock);
    omp_unset_lock(&s->lock);
  }
}

static void nobody_starves(void) {
  shared s;
  s.first = 0;
  omp_init_lock(&s.lock);
  team(6, greedy, &s);
  CHECK(s.first == 5);
  omp_destroy_lock(&s.lock);
}

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) {
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  alone();
  nested_alone();
  contended(counts);
  contended(counts_nested);
  team(1, owned_by_a_task, NULL);
  team(2, owned_by_a_task, NULL);
  nobody_starves();
  return done();
}
