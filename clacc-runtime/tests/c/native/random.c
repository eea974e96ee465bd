/* Random programs of nested regions, loops, doacross loops, tasks with dependences, detached tasks, cancelled loops, groups and regions, singles,
   reductions and leagues, against a serial model. What is done where is a
   function of a seed and of a path, so that threads and model agree without talking: a program is the same whatever the
   threads do. Each action adds to one sum, modulo 2^64, which the model computes too. */
#include "check.h"
#include <clacc_abi.h>

typedef struct program { uint64_t seed, sum; int32_t threads; uint64_t line[40]; } program;

static int cancellation;

/* Teams of processes have no detached tasks. */
#ifdef WITHOUT_EVENTS
enum { HAS_EVENTS = 0 };
#else
enum { HAS_EVENTS = 1 };
#endif

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
  return x ^ (x >> 32);
}

static void add(program *p, uint64_t value) {
  clacc_atomic_begin(&p->sum);
  p->sum += value;
  clacc_atomic_end(&p->sum);
}

/* ---- Tasks: a random tree; some parts wait, some form groups, some depend on one another. ---- */

static char objects[8]; /* for dependences, by address only */

struct work { program *p; uint64_t path; int32_t depth; };

/* What tasks of a kind that excludes others changes without a lock: each object has as many of them as it counts. */
struct chain { int64_t *object, value; };
static void link_of_chain(clacc_thread *t, void *args) {
  struct chain *c = args;
  (void)t;
  CHECK(*c->object == c->value); /* in the order in which they were made */
  ++*c->object;
}
static void reader_of_chain(clacc_thread *t, void *args) {
  struct chain *c = args;
  (void)t;
  CHECK(*c->object == c->value);
}
static void chains(clacc_thread *t, uint64_t path) {
  int64_t counts[3] = {0, 0, 0}, made[3] = {0, 0, 0};
  clacc_task_info writes = {0, link_of_chain, 0, sizeof(struct chain), 8, 0, 0};
  clacc_task_info reads = {0, reader_of_chain, 0, sizeof(struct chain), 8, 0, 0};
  for (uint64_t i = 0, n = mix(path, 12) % 30; i < n; ++i) {
    uint64_t which = mix(path, 2000 + i) % 3, way = mix(path, 3000 + i) % 6;
    struct chain c = {&counts[which], made[which]};
    clacc_depend on = {&counts[which], way < 3 ? CLACC_IN : way == 3 ? CLACC_OUT : way == 4 ? CLACC_INOUT : CLACC_MUTEXINOUTSET, 0};
    clacc_task_info *info = way < 3 ? &reads : &writes;
    info->flags = mix(path, 4000 + i) % 8 == 0 ? CLACC_TASK_UNDEFERRED : 0;
    clacc_task(t, info, &c, 1, &on);
    made[which] += way >= 3;
  }
  if (mix(path, 13) % 2) {
    clacc_depend on = {&counts[0], CLACC_INOUT, 0};
    clacc_task_wait(t, 1, &on);
    CHECK(counts[0] == made[0]);
  }
  clacc_task_wait(t, 0, 0);
  for (int i = 0; i < 3; ++i) CHECK(counts[i] == made[i]);
}

/* A detached task whose event another task fulfils, and one that depends on it. */
struct step { program *p; uint64_t path; void *event; };
static void detached(clacc_thread *t, void *args) { struct step *s = args; (void)t, add(s->p, mix(s->path, 1)); }
static void fulfils(clacc_thread *t, void *args) { struct step *s = args; (void)t, clacc_event_fulfill(s->event); }
static void events(clacc_thread *t, program *p, uint64_t path) {
  struct step s = {p, path, clacc_event()};
  clacc_depend before = {&s, CLACC_OUT, 0}, behind = {&s, CLACC_IN, 0};
  clacc_task_info first = {0, detached, 0, sizeof s, 8, 0, 0}, other = {0, fulfils, 0, sizeof s, 8, 0, 0};
  clacc_task_detached(t, &first, &s, 1, &before, s.event);
  clacc_task(t, &first, &s, 1, &behind);
  clacc_task(t, &other, &s, 0, 0);
  clacc_task_wait(t, 0, 0);
}

/* A group whose tasks reduce; each second one is cancelled: how many of its tasks begin is not known then. */
struct part { int64_t *sum; uint64_t cancels; };
static void part_of_group(clacc_thread *t, void *args) {
  struct part *a = args;
  *(int64_t *)clacc_reduction_copy(t, a->sum) += 1;
  if (a->cancels && clacc_cancel(t, CLACC_CANCEL_TASKGROUP)) return;
}
static void zero(void *copy, const void *original, size_t bytes) { (void)original, (void)bytes, *(int64_t *)copy = 0; }
static void add_to(void *into, const void *from, size_t bytes) { (void)bytes, *(int64_t *)into += *(const int64_t *)from; }
static void group(clacc_thread *t, uint64_t path) {
  int64_t sum = 0, n = (int64_t)(mix(path, 14) % 20), cancels = (int64_t)(mix(path, 15) % 2);
  clacc_task_reduction list = {&sum, sizeof sum, zero, add_to};
  clacc_group_begin(t);
  clacc_group_reduce(t, 1, &list);
  for (int64_t i = 0; i < n; ++i) {
    struct part a = {&sum, (uint64_t)(cancels && i == n / 2)};
    clacc_task_info info = {0, part_of_group, 0, sizeof a, 8, 0, 0};
    clacc_task(t, &info, &a, 0, 0);
  }
  clacc_group_end(t);
  CHECK(cancels && cancellation ? sum <= n && (sum > 0) == (n > 0) : sum == n);
}

static int children(uint64_t path, int32_t depth) { return depth <= 0 ? 0 : (int)(mix(path, 1) % 4); }

static void task(clacc_thread *t, void *args) {
  struct work *w = args;
  int n = children(w->path, w->depth);
  uint64_t way = mix(w->path, 2) % 4;
  add(w->p, mix(w->path, 3));
  if (way == 0) clacc_group_begin(t);
  for (int i = 0; i < n; ++i) {
    struct work below = {w->p, mix(w->path, 100 + (uint64_t)i), w->depth - 1};
    clacc_task_info info = {0, task, 0, sizeof below, 8, (uint32_t)(mix(below.path, 4) % 4), 0};
    clacc_depend on[2] = {{objects + mix(below.path, 5) % 3, 1 + (uint32_t)(mix(below.path, 6) % 5), 0},
                          {objects + 4 + mix(below.path, 7) % 2, 1 + (uint32_t)(mix(below.path, 8) % 5), 0}};
    clacc_task(t, &info, &below, (uint32_t)(mix(below.path, 9) % 3), on);
    if (mix(below.path, 10) % 8 == 0) clacc_task_wait(t, 1, on);
    if (mix(below.path, 11) % 8 == 0) clacc_yield(t);
  }
  if (way == 0) clacc_group_end(t);
  if (way == 1) clacc_task_wait(t, 0, 0);
}

static uint64_t task_sum(uint64_t path, int32_t depth) {
  uint64_t sum = mix(path, 3);
  for (int i = 0, n = children(path, depth); i < n; ++i) sum += task_sum(mix(path, 100 + (uint64_t)i), depth - 1);
  return sum;
}

/* ---- Regions: a random list of constructs for each. ---- */

struct region { program *p; uint64_t path; int32_t depth; };

static void nothing(clacc_thread *t, void *args) { (void)t, (void)args; }

enum { LOOP, NOWAIT_LOOP, SECTIONS, SINGLE, TASKS, REDUCTION, BARRIER, REGION, COPY, CRITICAL, VALUES, DOACROSS, CHAINS, EVENTS,
       GROUP, LEFT_LOOP, LEFT_REGION, LEAGUE, KINDS };

static int32_t size_of(program *p, uint64_t path) { return 1 + (int32_t)(mix(path, 20) % (uint64_t)p->threads); }

static void combine(void *into, const void *from) { *(uint64_t *)into = *(uint64_t *)into * 31 + *(const uint64_t *)from; }

static void loop(clacc_thread *t, program *p, uint64_t path, uint32_t flags) {
  uint64_t lo, hi, trips = mix(path, 30) % 40, local = 0;
  uint32_t kind = 1 + (uint32_t)(mix(path, 31) % 4), is_ordered = mix(path, 33) % 4 == 0 ? CLACC_ORDERED : 0;
  clacc_loop_begin(t, trips, mix(path, 32) % 5, kind | is_ordered);
  while (clacc_loop_next(t, &lo, &hi))
    for (uint64_t i = lo; i < hi; ++i) {
      local += mix(path, 1000 + i);
      if (is_ordered) clacc_ordered_begin(t, i), clacc_ordered_end(t);
    }
  add(p, local);
  clacc_loop_end(t, flags);
}

static uint64_t loop_sum(uint64_t path) {
  uint64_t sum = 0;
  for (uint64_t i = 0, trips = mix(path, 30) % 40; i < trips; ++i) sum += mix(path, 1000 + i);
  return sum;
}

static void region(clacc_thread *t, void *args);

/* Values that thread 0 has at once, and the others behind a barrier; several reductions may follow one another without one. */
static void values(clacc_thread *t, program *p, uint64_t path) {
  uint64_t sum = 0;
  for (uint64_t i = 0, n = 1 + mix(path, 35) % 5; i < n; ++i) {
    uint64_t mine = mix(path, (uint64_t)t->id + i);
    clacc_reduce(t, &mine, sizeof mine, combine, CLACC_REDUCE_VALUES);
    sum += mine;
  }
  if (t->id == 0) add(p, sum);
}

/* Each iteration writes what the one `distance` before it has written, and one more. */
static void doacross(clacc_thread *t, program *p, uint64_t path) {
  uint64_t lo, hi, trips = mix(path, 36) % 40, distance = 1 + mix(path, 37) % 3;
  uint64_t *line = clacc_copy_private(t, clacc_single(t) ? p->line : 0);
  clacc_barrier(t);
  clacc_loop_begin(t, trips, mix(path, 38) % 3, 1 + (uint32_t)(mix(path, 39) % 2));
  clacc_doacross_begin(t, trips);
  while (clacc_loop_next(t, &lo, &hi))
    for (uint64_t i = lo; i < hi; ++i) {
      if (i >= distance) clacc_doacross_wait(t, i - distance);
      uint64_t value = 1 + (i >= distance ? line[i - distance] : 0);
      if (t->level == 1) line[i] = value;
      clacc_doacross_post(t, i);
      if (t->level == 1) CHECK(value == 1 + i / distance);
    }
  clacc_loop_end(t, 0);
}

static void left_loop(clacc_thread *t, uint64_t path) {
  uint64_t lo, hi, trips = 1 + mix(path, 41) % 40, at = mix(path, 42) % trips;
  clacc_loop_begin(t, trips, 1 + mix(path, 43) % 3, 1 + (uint32_t)(mix(path, 44) % 3));
  while (clacc_loop_next(t, &lo, &hi))
    for (; lo < hi; ++lo)
      if (lo == at && clacc_cancel(t, CLACC_CANCEL_LOOP)) goto left;
left:
  clacc_loop_end(t, mix(path, 45) % 2 ? CLACC_NOWAIT : 0);
}

/* A region that threads leave at one of many places. */
static void left_region(clacc_thread *t, void *args) {
  struct region *r = args;
  uint64_t lo, hi, at = mix(r->path, 46) % 6, who = mix(r->path, 47) % (uint64_t)t->count;
  for (uint64_t i = 0; i < 6; ++i) {
    uint64_t mine = 1, way = mix(r->path, 500 + i) % 4;
    if (i == at && (uint64_t)t->id == who && clacc_cancel(t, CLACC_CANCEL_PARALLEL)) return;
    if (way == 0) {
      clacc_loop_begin(t, 10, 1, CLACC_DYNAMIC);
      while (clacc_loop_next(t, &lo, &hi)) {}
      clacc_loop_end(t, CLACC_NOWAIT);
    } else if (way == 1) {
      clacc_reduce(t, &mine, sizeof mine, combine, CLACC_REDUCE_VALUES);
    } else if (way == 2) {
      struct work w = {r->p, r->path, 0};
      clacc_task_info info = {0, nothing, 0, sizeof w, 8, 0, 0};
      for (int k = 0; k < 5; ++k) clacc_task(t, &info, &w, 0, 0);
    }
    if (clacc_cancellable_barrier(t)) return;
  }
  CHECK(!cancellation);
}

struct league { program *p; uint64_t path; };
static void team_of_league(clacc_thread *t, void *args) {
  struct league *l = args;
  add(l->p, mix(l->path, 600 + (uint64_t)t->gang));
}

static void construct(clacc_thread *t, struct region *r, uint64_t path) {
  program *p = r->p;
  switch (mix(path, 21) % KINDS) {
  case LOOP: loop(t, p, path, 0); break;
  case NOWAIT_LOOP: loop(t, p, path, CLACC_NOWAIT); break;
  case SECTIONS:
    for (int i = 0; i < 12; ++i) loop(t, p, mix(path, 50 + (uint64_t)i), CLACC_NOWAIT);
    break;
  case SINGLE:
    if (clacc_single(t)) add(p, mix(path, 40));
    break;
  case TASKS: {
    struct work w = {p, mix(path, 60), 4};
    clacc_task_info info = {0, task, 0, sizeof w, 8, 0, 0};
    if (mix(path, 61) % 2 || clacc_single(t)) clacc_task(t, &info, &w, 0, 0);
    break;
  }
  case REDUCTION: {
    uint64_t mine = mix(path, (uint64_t)t->id);
    clacc_reduce(t, &mine, sizeof mine, combine, CLACC_REDUCE_ALL);
    add(p, mine);
    break;
  }
  case BARRIER: clacc_barrier(t); break;
  case REGION: {
    struct region below = {p, mix(path, 70), r->depth - 1};
    if (below.depth > 0) clacc_fork(0, region, &below, size_of(p, below.path), 0);
    break;
  }
  case COPY: {
    uint64_t value = mix(path, 80);
    uint64_t *list = clacc_copy_private(t, clacc_single(t) ? &value : 0);
    add(p, *list + (uint64_t)t->id);
    clacc_barrier(t);
    break;
  }
  case CRITICAL:
    clacc_critical_begin(0);
    clacc_critical_end(0);
    break;
  case VALUES: values(t, p, path); break;
  case DOACROSS: doacross(t, p, path); break;
  case CHAINS: chains(t, path); break;
  case EVENTS:
    if (HAS_EVENTS) events(t, p, path);
    break;
  case GROUP: group(t, path); break;
  case LEFT_LOOP: left_loop(t, path); break;
  case LEFT_REGION: {
    struct region below = {p, mix(path, 71), r->depth - 1};
    if (below.depth > 0) clacc_fork(0, left_region, &below, size_of(p, below.path), 0);
    break;
  }
  case LEAGUE: {
    struct league l = {p, mix(path, 72)};
    int32_t teams = 1 + (int32_t)(mix(path, 73) % 6), limit = (int32_t)(mix(path, 74) % 3);
    clacc_teams(0, team_of_league, &l, 0, teams, limit, mix(path, 75) % 2 ? CLACC_TEAMS_SHARE : 0);
    break;
  }
  }
}

static void region(clacc_thread *t, void *args) {
  struct region *r = args;
  CHECK(t->count == size_of(r->p, r->path));
  for (uint64_t i = 0, n = mix(r->path, 22) % 12; i < n; ++i) construct(t, r, mix(r->path, 200 + i));
}

static uint64_t region_sum(program *p, uint64_t path, int32_t depth);

static uint64_t construct_sum(program *p, uint64_t path, int32_t depth, uint64_t threads) {
  uint64_t sum = 0;
  switch (mix(path, 21) % KINDS) {
  case LOOP:
  case NOWAIT_LOOP: return loop_sum(path);
  case SECTIONS:
    for (int i = 0; i < 12; ++i) sum += loop_sum(mix(path, 50 + (uint64_t)i));
    return sum;
  case SINGLE: return mix(path, 40);
  case TASKS: return task_sum(mix(path, 60), 4) * (mix(path, 61) % 2 ? threads : 1);
  case REDUCTION:
    sum = mix(path, 0);
    for (uint64_t i = 1; i < threads; ++i) sum = sum * 31 + mix(path, i);
    return sum * threads;
  case REGION: return depth > 1 ? threads * region_sum(p, mix(path, 70), depth - 1) : 0;
  case COPY: return mix(path, 80) * threads + threads * (threads - 1) / 2;
  case VALUES:
    for (uint64_t i = 0, n = 1 + mix(path, 35) % 5; i < n; ++i) {
      uint64_t one = mix(path, i);
      for (uint64_t k = 1; k < threads; ++k) one = one * 31 + mix(path, k + i);
      sum += one;
    }
    return sum;
  case EVENTS: return HAS_EVENTS ? 2 * mix(path, 1) * threads : 0;
  case LEAGUE:
    for (uint64_t i = 0, n = 1 + mix(path, 73) % 6; i < n; ++i) sum += mix(mix(path, 72), 600 + i);
    return sum * threads;
  default: return 0;
  }
}

static uint64_t region_sum(program *p, uint64_t path, int32_t depth) {
  uint64_t sum = 0, threads = (uint64_t)size_of(p, path);
  for (uint64_t i = 0, n = mix(path, 22) % 12; i < n; ++i)
    sum += construct_sum(p, mix(path, 200 + i), depth, threads);
  return sum;
}

int main(int count, char **words) {
  static const int32_t sizes[] = {1, 2, 3, 5, 16};
  int programs = count > 2 ? atoi(words[2]) : 150;
  uint64_t first = count > 1 ? (uint64_t)atoi(words[1]) * 1000 : 0;
  cancellation = (int)clacc_icv_get(CLACC_ICV_CANCELLATION);
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 8);
  for (int i = 0; i < programs; ++i) {
    program p = {first + (uint64_t)i, 0, sizes[i % (count > 3 ? 5 : 4)], {0}};
    struct region top = {&p, mix(p.seed, 0), 3};
    clacc_fork(0, region, &top, size_of(&p, top.path), 0);
    uint64_t expected = region_sum(&p, top.path, 3);
    if (p.sum != expected) fprintf(stderr, "seed %llu, %d threads\n", (unsigned long long)p.seed, p.threads);
    CHECK(p.sum == expected);
  }
  return 0;
}
