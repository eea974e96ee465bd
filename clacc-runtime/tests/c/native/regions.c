/* Regions: who runs them, what a head says, nesting, threads of the program, control variables. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <clacc_abi.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64 };

static const clacc_site site = {sizeof(clacc_site), 0x100, 0, "regions.c", "main", 1, 1, 1, 1};

struct seen {
  int32_t count, calls[MOST];
  uint32_t level;
  clacc_thread *self[MOST], *head[MOST];
  int64_t gang[MOST];
};

static void look(clacc_thread *t, void *args) {
  struct seen *seen = args;
  if (t->id == 0) seen->count = t->count, seen->level = t->level;
  seen->calls[t->id]++;
  seen->self[t->id] = clacc_self();
  seen->head[t->id] = t;
  seen->gang[t->id] = t->gang * 100 + t->gangs;
}

static int32_t region(int32_t threads, uint32_t flags) {
  struct seen seen;
  memset(&seen, 0, sizeof seen);
  clacc_fork(&site, look, &seen, threads, flags);
  for (int i = 0; i < MOST; ++i) {
    CHECK(seen.calls[i] == (i < seen.count));
    CHECK(seen.self[i] == seen.head[i]);
    if (i < seen.count) CHECK(seen.gang[i] == 1);
  }
  CHECK(seen.level == clacc_self()->level + 1);
  return seen.count;
}

static void sizes(void) {
  static const int sizes[] = {1, 2, 3, 2, 8, 1, 8, 4, 20, 40, 2, 2};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    CHECK(region(sizes[i], 0) == sizes[i]);
    CHECK(region(sizes[i], CLACC_SERIAL) == 1);
    CHECK(region(0, 0) == clacc_icv_get(CLACC_ICV_THREADS));
  }
  for (int i = 0; i < 300; ++i) CHECK(region(4, 0) == 4);
}

/* Inside a region: levels, ancestors, and regions in regions. */
static void inner(clacc_thread *t, void *args) {
  int32_t *outer = args;
  CHECK(clacc_ancestor(0) == 0 && clacc_team_size(0) == 1);
  CHECK(clacc_ancestor(1) == *outer && clacc_team_size(1) == 3);
  CHECK(clacc_ancestor(2) == t->id && clacc_team_size(2) == t->count);
  CHECK(clacc_ancestor(3) == -1 && clacc_ancestor(-1) == -1 && clacc_team_size(3) == -1);
  CHECK(t->level == 2);
  CHECK(region(2, 0) == (t->count > 1 || clacc_icv_get(CLACC_ICV_MAX_ACTIVE_LEVELS) == 1 ? 1 : 2)); /* how deep? */
  clacc_barrier(t);
}
static void outer(clacc_thread *t, void *args) {
  int32_t *inside = args, id = t->id;
  for (int round = 0; round < 10; ++round) {
    CHECK(clacc_icv_get(CLACC_ICV_ACTIVE_LEVEL) == 1);
    clacc_fork(&site, inner, &id, *inside, 0);
    CHECK(clacc_self() == t);
    clacc_barrier(t);
  }
}
static void nests(void) {
  CHECK(clacc_icv_get(CLACC_ICV_MAX_ACTIVE_LEVELS) == 1);
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 2);
  for (int32_t inside = 1; inside <= 4; ++inside) clacc_fork(&site, outer, &inside, 3, 0);
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 1);
  int32_t inside = 1;
  clacc_fork(&site, outer, &inside, 3, 0);
}

/* Serial regions in serial regions, deeper than a small stack would let a recursive clean-up go. */
static void deeper(clacc_thread *t, void *args) {
  int32_t *depth = args;
  CHECK(t->count == 1);
  if (--*depth > 0) clacc_fork(&site, deeper, depth, 4, CLACC_SERIAL);
}
static void deep(clacc_thread *t, void *args) {
  int32_t depth = 100;
  (void)t, (void)args;
  clacc_fork(&site, deeper, &depth, 4, CLACC_SERIAL);
  CHECK(depth == 0);
}

/* Control variables belong to the task. */
static void change(clacc_thread *t, void *args) {
  (void)args;
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == 5);
  clacc_icv_set(CLACC_ICV_THREADS, 7 + t->id);
  clacc_barrier(t);
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == 7 + t->id);
}
static void variables(void) {
  int64_t before = clacc_icv_get(CLACC_ICV_THREADS);
  clacc_icv_set(CLACC_ICV_THREADS, 5);
  CHECK(region(0, 0) == 5);
  for (int i = 0; i < 3; ++i) clacc_fork(&site, change, 0, 3, 0);
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == 5);
  clacc_icv_set(CLACC_ICV_THREADS, 0);
  clacc_icv_set(CLACC_ICV_THREADS, -3);
  CHECK(clacc_icv_get(CLACC_ICV_THREADS) == 5);
  clacc_icv_set(CLACC_ICV_DYNAMIC, 1);
  CHECK(region(60, 0) <= clacc_icv_get(CLACC_ICV_PROCESSORS));
  clacc_icv_set(CLACC_ICV_DYNAMIC, 0);
  clacc_icv_set(CLACC_ICV_SCHEDULE, CLACC_GUIDED);
  clacc_icv_set(CLACC_ICV_CHUNK, 12);
  CHECK(clacc_icv_get(CLACC_ICV_SCHEDULE) == CLACC_GUIDED && clacc_icv_get(CLACC_ICV_CHUNK) == 12);
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 1 << 20);
  CHECK(clacc_icv_get(CLACC_ICV_MAX_ACTIVE_LEVELS) == clacc_icv_get(CLACC_ICV_SUPPORTED_LEVELS));
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 0);
  CHECK(region(4, 0) == 1);
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 1);
  CHECK(clacc_icv_get(999) == -1 && clacc_icv_get(CLACC_ICV_IN_FINAL) == 0);
  clacc_icv_set(CLACC_ICV_THREADS, before);
}

/* Gangs: each number once, in order on each thread, whatever the number of threads. */
struct gangs {
  int64_t gangs, last[MOST];
  int calls[1000];
  uint64_t covered[1000];
};
static void gang(clacc_thread *t, void *args) {
  struct gangs *seen = args;
  uint64_t lo, hi;
  seen->calls[t->gang]++;
  CHECK(seen->gangs == 0 || t->gangs == seen->gangs);
  CHECK(seen->last[t->id] <= t->gang);
  seen->last[t->id] = t->gang;
  CHECK(clacc_gang_range(t, 1000, &lo, &hi) == (lo < hi));
  for (uint64_t i = lo; i < hi; ++i) seen->covered[i]++;
}
static void constructs(void) {
  static const int64_t gangs[] = {0, 1, 2, 3, 7, 100, 1000};
  clacc_when when = {-1, -1, 1, 0, 0, -1};
  for (unsigned i = 0; i < sizeof gangs / sizeof *gangs; ++i)
    for (int way = 0; way < 3; ++way) {
      struct gangs seen;
      memset(&seen, 0, sizeof seen);
      seen.gangs = gangs[i];
      when.go = way != 2;
      clacc_gangs(&site, way ? &when : 0, gangs[i], gang, &seen);
      int64_t total = 0;
      for (int g = 0; g < 1000; ++g) {
        total += seen.calls[g];
        CHECK(seen.calls[g] == (g < total) && seen.covered[g] == 1);
      }
      CHECK(gangs[i] == 0 || total == gangs[i]);
    }
}

/* Threads of the program, each with teams of its own; some end at once after a region. */
static void *program_thread(void *args) {
  CHECK(clacc_self()->count == 1 && clacc_self()->level == 0 && clacc_self()->gangs == 1);
  for (int i = 0; i < 50; ++i) CHECK(region(1 + i % 3, 0) == 1 + i % 3);
  deep(0, 0);
  return args;
}
static void program_threads(void) {
  for (int round = 0; round < 4; ++round) {
    pthread_t threads[5];
    for (int i = 0; i < 5; ++i) CHECK(!pthread_create(&threads[i], 0, program_thread, 0));
    for (int i = 0; i < 5; ++i) CHECK(!pthread_join(threads[i], 0));
  }
}

/* The child of a fork has a pool of its own. */
static void children(void) {
  CHECK(region(4, 0) == 4);
  fflush(stdout);
  for (int round = 0; round < 3; ++round) {
    pid_t child = fork();
    if (child == 0) {
      CHECK(region(4, 0) == 4 && region(3, 0) == 3);
      program_threads();
      _exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(region(4, 0) == 4);
  }
}

/* Private arrays of a region lie on the stack of its thread, which is as large as threads of C usually have it. */
static void large(clacc_thread *t, void *args) {
  char room[4 << 20];
  (void)args;
  memset(room, t->id + 1, sizeof room);
  CHECK(room[123456] == t->id + 1);
}

static void leave(clacc_thread *t, void *args) {
  (void)args;
  if (t->id == t->count - 1) exit(0);
  clacc_barrier(t);
}

int main(void) {
  CHECK(clacc_abi() == CLACC_ABI);
  clacc_icv_set(CLACC_ICV_THREADS, 4);
  clacc_flush();
  sizes();
  nests();
  deep(0, 0);
  clacc_fork(&site, deep, 0, 3, 0);
  variables();
  constructs();
  program_threads();
  children();
  clacc_fork(&site, large, 0, 4, 0);
  clacc_fork(&site, leave, 0, 3, 0); /* ends the program from within a region, on another thread */
  return 1;
}
