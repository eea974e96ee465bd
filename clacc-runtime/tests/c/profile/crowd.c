/* Eight threads and four queues: what begins ends, in the same thread, and finds its value again. */
#include "events.h"
#include <openacc.h>
#include <pthread.h>

static int begun[acc_ev_last], wrong;

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  (void)api;
  acc_other_event_info *other = &info->other_event;
  static int places[64];
  int *mine = &places[prof->thread_id % 64];
  if (strstr(event_names[prof->event_type], "_start")) {
    __atomic_fetch_add(&begun[prof->event_type], 1, __ATOMIC_SEQ_CST);
    other->tool_info = mine + prof->event_type % 2;
    if (prof->event_type == acc_ev_compute_construct_start && (prof->async < 1 || prof->async > 4)) wrong = 1;
  } else if (strstr(event_names[prof->event_type], "_end")) {
    __atomic_fetch_sub(&begun[prof->event_type - 1], 1, __ATOMIC_SEQ_CST);
    if (other->tool_info != mine) wrong = 2;
  }
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static int data[8][4];

static void *work(void *number) {
  int *mine = data[(size_t)number];
  for (int round = 0; round < 8; ++round) {
    int queue = 1 + (round + (int)(size_t)number) % 4;
    char *on = acc2omp_async2dep(queue);
#pragma omp target teams nowait depend(inout : *on) map(tofrom : mine[0 : 4])
    mine[round % 4] += 1;
    acc_wait(queue);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[8];
  for (size_t number = 0; number < 8; ++number) pthread_create(&threads[number], NULL, work, (void *)number);
  for (int number = 0; number < 8; ++number) pthread_join(threads[number], NULL);
  for (int event = 0; event < acc_ev_last; ++event)
    if (begun[event]) wrong = 3;
  for (int number = 0; number < 8; ++number)
    if (data[number][0] != 2) wrong = 4;
  if (wrong) fprintf(stderr, "wrong: %d\n", wrong);
  return wrong;
}
