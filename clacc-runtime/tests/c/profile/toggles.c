/* A library that registers late, withdraws and toggles, and threads that do so for themselves. */
#include "events.h"
#include <openacc.h>
#include <pthread.h>

static acc_prof_reg add, withdraw;
static int calls_of_a, calls_of_b;

static void a(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  (void)prof, (void)info, (void)api;
  __atomic_fetch_add(&calls_of_a, 1, __ATOMIC_SEQ_CST);
}

static void b(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  (void)prof, (void)info, (void)api;
  __atomic_fetch_add(&calls_of_b, 1, __ATOMIC_SEQ_CST);
}

/* A callback that withdraws itself. */
static void once(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  a(prof, info, api);
  acc_prof_unregister(prof->event_type, once, acc_reg);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)lookup;
  add = reg;
  withdraw = unreg;
}

static int is_wrong(int line, int expected_a, int expected_b) {
  static int data[4];
  calls_of_a = calls_of_b = 0;
#pragma omp target teams map(tofrom : data)
  data[0] += 1;
  int is_wrong = calls_of_a != expected_a || calls_of_b != expected_b;
  if (is_wrong) fprintf(stderr, "line %d: a %d, b %d\n", line, calls_of_a, calls_of_b);
  return is_wrong;
}

#define EXPECT(a, b) failures += is_wrong(__LINE__, a, b)

static void *other_thread(void *unused) {
  int failures = 0;
  EXPECT(2, 1);
  withdraw(acc_ev_none, NULL, acc_toggle_per_thread);
  EXPECT(0, 0);
  (void)unused;
  return failures ? stderr : NULL;
}

int main(void) {
  int failures = 0;
  EXPECT(0, 0);
  add(acc_ev_compute_construct_start, a, acc_reg);
  add(acc_ev_compute_construct_end, a, acc_reg);
  acc_prof_register(acc_ev_compute_construct_end, b, acc_reg);
  EXPECT(2, 1);
  withdraw(acc_ev_compute_construct_start, NULL, acc_toggle);
  EXPECT(1, 1);
  withdraw(acc_ev_compute_construct_end, a, acc_toggle);
  EXPECT(0, 1);
  add(acc_ev_compute_construct_start, NULL, acc_toggle);
  add(acc_ev_compute_construct_end, a, acc_toggle);
  withdraw(acc_ev_none, NULL, acc_toggle);
  EXPECT(0, 0);
  add(acc_ev_none, NULL, acc_toggle);
  EXPECT(2, 1);
  pthread_t thread;
  void *result = NULL;
  pthread_create(&thread, NULL, other_thread, NULL);
  pthread_join(thread, &result);
  failures += result != NULL;
  EXPECT(2, 1);
  add(acc_ev_compute_construct_start, a, acc_reg);
  withdraw(acc_ev_compute_construct_start, a, acc_reg);
  EXPECT(2, 1);
  withdraw(acc_ev_compute_construct_start, a, acc_reg);
  withdraw(acc_ev_compute_construct_end, a, acc_reg);
  EXPECT(0, 1);
  withdraw(acc_ev_compute_construct_end, b, acc_reg);
  add(acc_ev_compute_construct_start, once, acc_reg);
  EXPECT(1, 0);
  EXPECT(0, 0);
  return failures;
}
