/* Routines and translated async constructs share the order of queues, and can wait for one another. */
#include "check.h"

/* The map-type modifiers that the dialect for clang uses for data that must be present. */
#ifdef __clang__
#define HELD present, ompx_hold,
#else
#define HELD
#endif

static double a[N], b[N], c[N];

/* The time is long enough that a missing wait makes the test fail. There is no `teams` and no `parallel`: over clang's
   plugin for the host they run inside a helper thread of libomp, which other threads then take for a thread of
   another team. */
static void slow_scale(double *x, int q, int times) {
#pragma omp target map(alloc : x[0 : N]) firstprivate(times) nowait depend(inout : *acc2omp_async2dep(q))
  for (int r = 0; r < times; ++r)
    for (int i = 0; i < N; ++i)
      x[i] = x[i] * 2;
#pragma omp taskwait depend(inout : *acc2omp_async2dep(acc_async_sync))
}

static void fill(void) {
  for (int i = 0; i < N; ++i) {
    a[i] = i % 7;
    b[i] = 1;
    c[i] = 0;
  }
}

static void a_routine_waits_for_constructs(void) {
  fill();
  acc_copyin(a, sizeof a);
  for (int k = 0; k < 10; ++k)
    slow_scale(a, 1, 40);
  acc_wait(1);
  acc_update_self(a, sizeof a);
  double expect = 3;
  for (int k = 0; k < 400; ++k)
    expect *= 2;
  CHECK(a[3] == expect);
  CHECK(acc_async_test(1));
  acc_delete(a, sizeof a);
}

static void constructs_wait_for_routines(void) {
  fill();
  acc_copyin_async(a, sizeof a, 3);
  slow_scale(a, 3, 1);
  acc_update_self_async(a, sizeof a, 3);
#pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
  CHECK(a[6] == 12);
  acc_copyout_async(a, sizeof a, 3);
  acc_wait(3);
  CHECK(a[6] == 12);
  CHECK(shared() || !acc_is_present(a, sizeof a));
}

/* The construct maps the data itself, copies it back and releases it, before the routine brings it. */
static void constructs_bring_their_own_before_routines(void) {
  fill();
#pragma omp target map(tofrom : a) nowait depend(inout : *acc2omp_async2dep(4))
  for (int i = 0; i < N; ++i)
    a[i] += 1;
#pragma omp taskwait depend(inout : *acc2omp_async2dep(acc_async_sync))
  acc_copyin_async(a, sizeof a, 4);
  acc_copyout_finalize_async(a, sizeof a, 4);
  acc_wait(4);
  CHECK(a[3] == 4 && a[6] == 7);
}

static void testing_sees_the_end(void) {
  fill();
  acc_copyin(a, sizeof a);
  for (int k = 0; k < 20; ++k)
    slow_scale(a, 5, 10);
  while (!acc_async_test(5))
    ;
  acc_update_self(a, sizeof a);
  double expect = 3;
  for (int k = 0; k < 200; ++k)
    expect *= 2;
  CHECK(a[3] == expect);
  for (int k = 0; k < 3; ++k)
    slow_scale(a, 10 + k, 1);
  while (!acc_async_test_all())
    ;
  CHECK(acc_async_test(10) && acc_async_test(11) && acc_async_test(12));
  acc_delete(a, sizeof a);
}

static void one_queue_after_another(void) {
  fill();
  acc_copyin(a, sizeof a);
  acc_copyin(b, sizeof b);
  for (int k = 0; k < 10; ++k)
    slow_scale(a, 1, 20);
  acc_wait_async(1, 2);
#pragma omp target map(alloc : a, b) nowait depend(inout : *acc2omp_async2dep(2))
  b[3] = a[3];
  acc_update_self_async(b, sizeof b, 2);
  acc_wait(2);
  double expect = 3;
  for (int k = 0; k < 200; ++k)
    expect *= 2;
  CHECK(b[3] == expect);
  slow_scale(a, 4, 1);
  slow_scale(b, 5, 1);
  acc_wait_all_async(6);
  acc_update_self_async(a, sizeof a, 6);
  acc_update_self_async(b, sizeof b, 6);
  acc_wait(6);
  CHECK(a[3] == 2 * expect && b[3] == 2 * expect);
  acc_delete(a, sizeof a);
  acc_delete(b, sizeof b);
}

static void any_of_several(void) {
  fill();
  acc_copyin(a, sizeof a);
  int queues[3] = {20, 21, acc_async_sync}, seen = 0, position;
  slow_scale(a, 20, 1);
  slow_scale(a, 21, 1);
  while ((position = acc_wait_any(3, queues)) >= 0) {
    CHECK(position < 2);
    queues[position] = acc_async_sync;
    ++seen;
  }
  CHECK(seen == 2 && acc_wait_any(0, NULL) == -1);
  acc_delete(a, sizeof a);
}

static void defaults(void) {
  int first = acc_get_default_async();
  CHECK(first >= 0);
  CHECK(acc2omp_async2dep(acc_async_noval) == acc2omp_async2dep(first));
  acc_set_default_async(9);
  CHECK(acc_get_default_async() == 9);
  CHECK(acc2omp_async2dep(acc_async_noval) == acc2omp_async2dep(9));
  CHECK(acc2omp_async2dep(9) != acc2omp_async2dep(10));
  fill();
  acc_copyin(a, sizeof a);
  slow_scale(a, acc_async_noval, 1);
  acc_wait(9);
  acc_set_default_async(acc_async_sync);
  CHECK(acc2omp_async2dep(acc_async_noval) == acc2omp_async2dep(acc_async_sync));
  slow_scale(a, acc_async_noval, 1);
  acc_copyout(a, sizeof a);
  CHECK(a[5] == 20);
  acc_set_default_async(acc_async_default);
  CHECK(acc_get_default_async() == first);
  acc_wait_all();
}

/* Data is deleted and created again in one queue. */
static void in_the_order_of_the_queue(void) {
  fill();
  acc_copyin(a, sizeof a);
  slow_scale(a, 7, 50);
  acc_delete_async(a, sizeof a, 7);
  acc_copyin_async(a, sizeof a, 7);
  slow_scale(a, 7, 1);
  acc_copyout_async(a, sizeof a, 7);
  acc_wait(7);
  CHECK(shared() || (a[3] == 6 && !acc_is_present(a, sizeof a)));
}

/* A construct does not wait, after data was deleted and created in a queue, or only created. */
static void constructs_find_what_queues_bring(void) {
  for (int k = 0; k < 20; ++k) {
    fill();
    acc_copyin(a, sizeof a);
    slow_scale(a, 7, 5);
    acc_delete_async(a, sizeof a, 7);
#pragma omp target enter data map(to : a) nowait depend(inout : *acc2omp_async2dep(7))
#pragma omp target data map(HELD alloc : a)
    {
      slow_scale(a, 7, 1);
#pragma omp taskwait depend(inout : *acc2omp_async2dep(7))
    }
#pragma omp target exit data map(from : a)
    CHECK(shared() || mixing_is_inexact() || (a[3] == 6 && !acc_is_present(a, sizeof a)));
    fill();
    slow_scale(b, 7, 0);
#pragma omp target enter data map(to : a) nowait depend(inout : *acc2omp_async2dep(7))
#pragma omp target data map(HELD alloc : a)
    {
      slow_scale(a, 7, 1);
#pragma omp taskwait depend(inout : *acc2omp_async2dep(7))
    }
#pragma omp target exit data map(from : a)
    CHECK(a[3] == 6);
    acc_wait_all();
  }
}

/* Data that a routine deletes in the order of a queue counts as absent at once. */
static void leaving_data_is_absent(void) {
  for (int k = 0; k < 20; ++k) {
    fill();
    acc_copyin(a, sizeof a);
    acc_copyin(b, sizeof b);
    slow_scale(a, 7, 40);
    if (k % 2)
      acc_delete_async(a, sizeof a, 7);
    else
      acc_copyout_finalize_async(a, sizeof a, 7);
    CHECK(shared() || (!acc_is_present(a, sizeof a) && !acc_deviceptr(a)));
    acc_delete_async(b, sizeof b, 8);
    b[5] = 4;
    acc_copyin(b, sizeof b);
    b[5] = 0;
    acc_copyout(b, sizeof b);
    CHECK(shared() || b[5] == 4);
    acc_wait_all();
  }
}

static void copies_in_order(void) {
  fill();
  double *room = acc_malloc(sizeof a);
  acc_memcpy_to_device_async(room, a, sizeof a, 8);
#pragma omp target is_device_ptr(room) nowait depend(inout : *acc2omp_async2dep(8))
  for (int i = 0; i < N; ++i)
    room[i] += 1;
  acc_memcpy_from_device_async(c, room, sizeof a, 8);
  acc_wait(8);
  CHECK(c[3] == 4 && c[N - 1] == a[N - 1] + 1);
  acc_free(room);
}

int main(void) {
  a_routine_waits_for_constructs();
  constructs_wait_for_routines();
  constructs_bring_their_own_before_routines();
  testing_sees_the_end();
  one_queue_after_another();
  any_of_several();
  defaults();
  in_the_order_of_the_queue();
  copies_in_order();
  constructs_find_what_queues_bring();
  leaving_data_is_absent();
  return done("queues");
}
