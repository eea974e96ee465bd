/* Worksharing: loops of every schedule, ordered, single, copyprivate, reductions; mutual exclusion; threadprivate. */
#include "check.h"
#include <clacc_abi.h>
#include <string.h>

enum { MOST = 4000, MOST_THREADS = 8 };

static int32_t team_size;

/* ---- Each iteration once, and the last one known. ---- */

struct loop {
  uint64_t trips, chunk;
  uint32_t kind, flags;
  int rounds, counts[MOST], last, in_order;
  uint64_t next;
};

static void run_loop(clacc_thread *t, void *args) {
  struct loop *loop = args;
  for (int round = 0; round < loop->rounds; ++round) {
    uint64_t lo, hi, before = 0;
    CHECK(clacc_loop_begin(t, loop->trips, loop->chunk, loop->kind) == (loop->trips > 0));
    while (clacc_loop_next(t, &lo, &hi)) {
      CHECK(before <= lo && lo < hi && hi <= loop->trips);
      before = hi;
      if (hi == loop->trips) {
        clacc_critical_begin(0);
        loop->last++;
        clacc_critical_end(0);
      }
      for (uint64_t i = lo; i < hi; ++i) {
        clacc_atomic_begin(&loop->counts[i]);
        loop->counts[i]++;
        clacc_atomic_end(&loop->counts[i]);
        if (loop->kind & CLACC_ORDERED && i % 3 != 1) { /* some iterations have no ordered region */
          clacc_ordered_begin(t, i);
          loop->in_order += loop->next <= i;
          loop->next = i + 1 == loop->trips || i + 2 >= loop->trips ? 0 : i + 1;
          clacc_ordered_end(t);
        }
      }
    }
    clacc_loop_end(t, loop->kind & CLACC_ORDERED ? 0 : loop->flags);
  }
}

static void loops(void) {
  static const uint64_t trips[] = {0, 1, 2, 3, 7, 100, 1001}, chunks[] = {0, 1, 2, 7, 2000};
  static const uint32_t kinds[] = {CLACC_STATIC, CLACC_DYNAMIC, CLACC_GUIDED, CLACC_AUTO, CLACC_RUNTIME};
  for (int k = 0; k < 10; ++k)
    for (int n = 0; n < 7; ++n)
      for (int c = 0; c < 5; ++c) {
        static struct loop loop;
        memset(&loop, 0, sizeof loop);
        loop.trips = trips[n], loop.chunk = chunks[c], loop.kind = kinds[k % 5] | (k < 5 ? 0 : CLACC_ORDERED);
        loop.flags = CLACC_NOWAIT, loop.rounds = k < 5 ? 20 : 2;
        clacc_icv_set(CLACC_ICV_SCHEDULE, 1 + (n + c) % 4);
        clacc_icv_set(CLACC_ICV_CHUNK, c);
        clacc_fork(0, run_loop, &loop, team_size, 0);
        int ordered = 0;
        for (uint64_t i = 0; i < loop.trips; ++i) {
          CHECK(loop.counts[i] == loop.rounds);
          ordered += i % 3 != 1;
        }
        CHECK(loop.last == (loop.trips ? loop.rounds : 0));
        if (k >= 5) CHECK(loop.in_order == ordered * loop.rounds);
      }
}

static void huge(clacc_thread *t, void *args) {
  uint64_t *sum = args, lo, hi, chunk = UINT64_MAX / 3;
  clacc_loop_begin(t, UINT64_MAX, chunk, CLACC_DYNAMIC);
  while (clacc_loop_next(t, &lo, &hi)) {
    clacc_critical_begin(0);
    *sum += hi - lo;
    clacc_critical_end(0);
  }
  clacc_loop_end(t, 0);
}

static void blocks(clacc_thread *t, void *args) {
  int *counts = args;
  uint64_t lo, hi;
  if (clacc_static_range(t, 1000, &lo, &hi))
    for (uint64_t i = lo; i < hi; ++i) counts[i]++;
  CHECK(clacc_static_range(t, UINT64_MAX, &lo, &hi) && (t->id + 1 < t->count || hi == UINT64_MAX));
}

/* ---- single, copyprivate, reductions ---- */

struct shared {
  int singles, ids[64];
  double sum;
};

static void once(clacc_thread *t, void *args) {
  struct shared *shared = args;
  for (int round = 0; round < 60; ++round) {
    int value = -1;
    if (clacc_single(t)) shared->singles++;
    clacc_barrier(t);
    CHECK(shared->singles == round + 1);
    void *list = 0;
    if (clacc_single(t)) value = round * 3, list = &value;
    list = clacc_copy_private(t, list);
    if (list != &value) value = *(int *)list;
    CHECK(value == round * 3);
    clacc_barrier(t);
    if (clacc_single(t)) shared->ids[round] = t->id; /* nowait */
  }
}

struct pair { double sum; int order[MOST_THREADS], n; };
static void combine(void *into, const void *from) {
  struct pair *a = into;
  const struct pair *b = from;
  a->sum += b->sum;
  for (int i = 0; i < b->n; ++i) a->order[a->n++] = b->order[i];
}
static void reduce(clacc_thread *t, void *args) {
  double *original = args;
  for (int round = 0; round < 50; ++round) {
    struct pair mine;
    memset(&mine, 0, sizeof mine);
    mine.sum = 1.0 / (t->id + 3 + round), mine.order[0] = t->id, mine.n = 1;
    clacc_reduce(t, &mine, sizeof mine, combine, round % 2 ? CLACC_REDUCE_ALL : 0);
    if (round % 2 || t->id == 0) {
      CHECK(mine.n == t->count);
      for (int i = 0; i < mine.n; ++i) CHECK(mine.order[i] == i);
    }
    if (t->id == 0) original[round] = mine.sum;
    clacc_barrier(t);
    double serial = 1.0 / (3 + round);
    for (int i = 1; i < t->count; ++i) serial += 1.0 / (i + 3 + round);
    CHECK(original[round] == serial); /* the same bits: the order is that of the thread numbers */
  }
}

/* ---- Mutual exclusion ---- */

static void *named_a, *named_b;
static struct { long a, b, unnamed; double d[4]; } counted;
static void exclude(clacc_thread *t, void *args) {
  (void)args;
  for (int i = 0; i < 500; ++i) {
    clacc_critical_begin(&named_a);
    counted.a++;
    clacc_critical_begin(&named_b); /* names nest */
    counted.b++;
    clacc_critical_end(&named_b);
    clacc_critical_end(&named_a);
    clacc_critical_begin(0);
    counted.unnamed++;
    clacc_critical_end(0);
    for (int k = 0; k < 4; ++k) {
      clacc_atomic_begin(&counted.d[k]);
      counted.d[k] += k + 1;
      clacc_atomic_end(&counted.d[k]);
    }
  }
  clacc_barrier(t);
  if (clacc_single(t)) {
    CHECK(clacc_critical_try(&named_a) && !clacc_critical_try(&named_a));
    clacc_critical_end(&named_a);
  }
}

/* ---- threadprivate ---- */

static void *cell_x, *cell_y;
static int initial_x = 11;
static struct { char text[100]; } initial_y = {"first"};
static int *x_of_this(void) { return clacc_threadprivate(&cell_x, &initial_x, sizeof initial_x); }
static void write_own(clacc_thread *t, void *args) {
  (void)args;
  CHECK((uintptr_t)x_of_this() % 64 == 0);
  *x_of_this() = 100 + t->id;
  char *y = clacc_threadprivate(&cell_y, &initial_y, sizeof initial_y);
  CHECK(t->id == 0 || y[0] == 'f');
  y[0] = (char)('a' + t->id);
}
static void read_own(clacc_thread *t, void *args) {
  (void)args;
  CHECK(*x_of_this() == 100 + t->id);
  char *y = clacc_threadprivate(&cell_y, &initial_y, sizeof initial_y);
  CHECK(y[0] == 'a' + t->id && !strcmp(y + 1, "irst"));
}

int main(int count, char **words) {
  team_size = count > 1 ? atoi(words[1]) : 3;
  CHECK(*x_of_this() == 11);
  loops();
  uint64_t sum = 0;
  clacc_fork(0, huge, &sum, team_size, 0);
  CHECK(sum == UINT64_MAX);
  static int counts[1000];
  clacc_fork(0, blocks, counts, team_size, 0);
  for (int i = 0; i < 1000; ++i) CHECK(counts[i] == 1);
  static struct shared shared;
  clacc_fork(0, once, &shared, team_size, 0);
  static double original[50];
  clacc_fork(0, reduce, original, team_size, 0);
  clacc_fork(0, exclude, 0, team_size, 0);
  CHECK(counted.a == 500 * team_size && counted.b == counted.a && counted.unnamed == counted.a);
  for (int k = 0; k < 4; ++k) CHECK(counted.d[k] == 500.0 * team_size * (k + 1));
  clacc_fork(0, write_own, 0, team_size, 0);
  for (int i = 0; i < 5; ++i) clacc_fork(0, read_own, 0, team_size, 0);
  CHECK(*x_of_this() == 100 && initial_x == 11);
  /* Orphaned constructs in a serial part. */
  static struct loop loop;
  loop.trips = 10, loop.kind = CLACC_DYNAMIC | CLACC_ORDERED, loop.rounds = 3;
  run_loop(clacc_self(), &loop);
  for (int i = 0; i < 10; ++i) CHECK(loop.counts[i] == 3);
  CHECK(clacc_single(clacc_self()) == 1);
  clacc_barrier(clacc_self());
  return 0;
}
