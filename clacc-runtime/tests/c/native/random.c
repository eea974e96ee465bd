/* Random programs of nested regions, loops, tasks, singles and reductions, against a serial model. What is done where is a
   function of a seed and of a path, so that threads and model agree without talking: a program is the same whatever the
   threads do. Each action adds to one sum, modulo 2^64, which the model computes too. */
#include "check.h"
#include <clacc_abi.h>

typedef struct program { uint64_t seed, sum; int32_t threads; } program;

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

enum { LOOP, NOWAIT_LOOP, SECTIONS, SINGLE, TASKS, REDUCTION, BARRIER, REGION, COPY, CRITICAL, KINDS };

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
  int programs = count > 2 ? atoi(words[2]) : 150;
  uint64_t first = count > 1 ? (uint64_t)atoi(words[1]) * 1000 : 0;
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 8);
  for (int i = 0; i < programs; ++i) {
    program p = {first + (uint64_t)i, 0, 1 + i % 5};
    struct region top = {&p, mix(p.seed, 0), 3};
    clacc_fork(0, region, &top, size_of(&p, top.path), 0);
    uint64_t expected = region_sum(&p, top.path, 3);
    if (p.sum != expected) fprintf(stderr, "seed %llu, %d threads\n", (unsigned long long)p.seed, p.threads);
    CHECK(p.sum == expected);
  }
  return 0;
}
