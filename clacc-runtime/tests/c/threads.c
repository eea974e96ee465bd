/* Several host threads at work at once, as the argument says:
   region    the threads of a parallel region;
   posix     threads of the program's own, which launch asynchronous constructs; libomp 19 survives these only without
             its helper threads (LIBOMP_USE_HIDDEN_HELPER_TASK=0);
   routines  the same, with asynchronous routines only;
   fresh     threads that make the same data present at the same moment, and ask for its host address;
   leave     a thread that ends while its queue is busy. */
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 4, ROUNDS = 60 };

static double own[THREADS][N];
static double common[N];
static int constructs;

static void record(int good, int line, const char *text) {
  if (!good) {
    __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    fprintf(stderr, "threads.c:%d: not so: %s\n", line, text);
  }
}
#undef CHECK
#define CHECK(condition) record(!!(condition), __LINE__, #condition)

static void add(double *x, double value, int q) {
  if (!constructs) {
    acc_wait(q);
#pragma omp target map(alloc : x[0 : N]) firstprivate(value)
    for (int i = 0; i < N; ++i)
      x[i] += value;
    return;
  }
#pragma omp target map(alloc : x[0 : N]) firstprivate(value) nowait depend(inout : *acc2omp_async2dep(q))
  for (int i = 0; i < N; ++i)
    x[i] += value;
}

static int all(const double *x, double value) {
  for (int i = 0; i < N; ++i)
    if (x[i] != value)
      return 0;
  return 1;
}

static void set(double *x, double value) {
  for (int i = 0; i < N; ++i)
    x[i] = value;
}

/* Each thread uses data of its own, without queues. */
static void data_of_one_thread(double *x, int round) {
  double back[N];
  set(x, round);
  char *copy = acc_copyin(x, sizeof own[0]);
  CHECK(copy && acc_is_present(x, sizeof own[0]) && acc_deviceptr(x + 5) == copy + 5 * sizeof *x);
  CHECK(acc_hostptr(copy + 16) == (void *)(x + 2));
  CHECK(acc_create(x, sizeof own[0]) == (void *)copy);
  acc_delete(x, sizeof own[0]);
  set(x, -1);
  if (shared())
    set(x, round);
  acc_memcpy_from_device(back, copy, sizeof back);
  CHECK(all(back, round));
  acc_copyout(x, sizeof own[0]);
  CHECK(all(x, round) && (shared() || !acc_is_present(x, sizeof own[0])));
}

/* The same with queues. All threads use the same queue numbers. */
static void queues_of_one_thread(double *x, int round) {
  set(x, round);
  acc_copyin_async(x, sizeof own[0], 1);
  add(x, 1, 1);
  acc_wait_async(1, 2);
  add(x, 10, 2);
  acc_update_self_async(x, sizeof own[0], 2);
  if (round % 2)
    acc_wait(2);
  else
    while (!acc_async_test(2))
      ;
  CHECK(all(x, round + 11));
  add(x, 100, acc_async_noval);
  acc_copyout_async(x, sizeof own[0], acc_async_noval);
  if (round % 3)
    acc_wait_all();
  else
    while (!acc_async_test_all())
      ;
  CHECK(all(x, round + 111) && (shared() || !acc_is_present(x, sizeof own[0])));
}

/* All threads change the counters of the same data, which is present from the first to the last. */
static void data_of_all_threads(void) {
  void *copy = acc_copyin(common, sizeof common);
  CHECK(acc_is_present(common, sizeof common) && acc_deviceptr(common) == copy);
  CHECK(acc_hostptr(copy) == common);
  acc_update_self(common, sizeof common);
  void *again = acc_present_or_create(common + 10, 80);
  CHECK((char *)again == (char *)copy + 10 * sizeof *common);
  acc_delete(common + 10, 80);
  acc_delete(common, sizeof common);
}

static void allocations(int number) {
  char *room = acc_malloc(64 + (size_t)number), line[64];
  memset(line, number, sizeof line);
  acc_memcpy_to_device(room, line, sizeof line);
  memset(line, 0, sizeof line);
  acc_memcpy_from_device(line, room, sizeof line);
  CHECK(line[0] == number && line[63] == number);
  acc_free(room);
}

static void work(int number) {
  int devices = acc_get_num_devices(acc_device_default), first = acc_get_default_async();
  CHECK(first >= 0);
  acc_set_default_async(100 + number);
  for (int round = 0; round < ROUNDS; ++round) {
    acc_set_device_num((number + round) % devices, acc_device_default);
    data_of_one_thread(own[number], round);
    CHECK(acc_get_device_num(acc_device_default) == (number + round) % devices);
    allocations(number);
    queues_of_one_thread(own[number], round);
    CHECK(acc_get_default_async() == 100 + number);
    acc_set_device_num(0, acc_device_default);
    data_of_all_threads();
  }
  acc_set_default_async(acc_async_default);
  CHECK(acc_get_default_async() == first);
}

/* A wait of one thread does not cover the work of another one on the same queue. */
static int stop;

static void *waiter(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
    acc_wait(3);
    acc_wait_all();
    CHECK(acc_async_test(3));
  }
  return unused;
}

static void each_thread_knows_its_own_queues(void) {
  pthread_t other;
  set(own[0], 0);
  /* libomp 19 takes no new thread while it starts its helper threads, so this comes first. */
  acc_copyin_async(own[0], sizeof own[0], 3);
  acc_wait(3);
  CHECK(!pthread_create(&other, NULL, waiter, NULL));
  for (int round = 1; round <= ROUNDS; ++round) {
    for (int k = 0; k < 10; ++k)
      add(own[0], 1, 3);
    acc_update_self_async(own[0], sizeof own[0], 3);
    while (!acc_async_test(3))
      ;
    CHECK(all(own[0], 10 * round));
  }
  acc_delete(own[0], sizeof own[0]);
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  pthread_join(other, NULL);
}

static void *leaver(void *unused) {
  acc_copyin_async(own[1], sizeof own[1], 3);
  acc_update_device_async(own[1], sizeof own[1], 3);
  acc_copyout_async(own[1], sizeof own[1], 3);
  return unused;
}

enum { FRESH = 4000, BYTES = 64 };

static char fresh[FRESH][BYTES];
static pthread_barrier_t together;

static void *maker(void *unused) {
  for (int k = 0; k < FRESH; ++k) {
    pthread_barrier_wait(&together);
    void *copy = acc_copyin(fresh[k], BYTES);
    CHECK(acc_hostptr(copy) == (void *)fresh[k]);
    pthread_barrier_wait(&together);
    acc_delete(fresh[k], BYTES);
  }
  return unused;
}

static void fresh_data(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&together, NULL, THREADS);
  acc_init(acc_device_default);
  for (int n = 0; n < THREADS; ++n)
    CHECK(!pthread_create(&threads[n], NULL, maker, NULL));
  for (int n = 0; n < THREADS; ++n)
    pthread_join(threads[n], NULL);
  pthread_barrier_destroy(&together);
}

static void *thread(void *number) {
  work((int)(intptr_t)number);
  return NULL;
}

static void in_threads(void) {
  pthread_t threads[THREADS];
  each_thread_knows_its_own_queues();
  for (intptr_t n = 0; n < THREADS; ++n)
    CHECK(!pthread_create(&threads[n], NULL, thread, (void *)n));
  for (int n = 0; n < THREADS; ++n)
    pthread_join(threads[n], NULL);
}

static void in_a_region(void) {
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
  for (int n = 0; n < THREADS; ++n)
    work(n);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "routines";
  constructs = strcmp(how, "routines") != 0;
  if (!strcmp(how, "leave")) {
    pthread_t thread;
    for (int n = 0; n < THREADS; ++n) {
      CHECK(!pthread_create(&thread, NULL, leaver, NULL));
      pthread_join(thread, NULL);
    }
  } else if (!strcmp(how, "fresh")) {
    fresh_data();
  } else if (!strcmp(how, "region")) {
    in_a_region();
  } else {
    in_threads();
  }
  CHECK(shared() || !acc_is_present(common, sizeof common));
  return done("threads");
}
