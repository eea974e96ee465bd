/* Queues of directives and of routines, with the numbers of the queues in their events. */
#include "events.h"
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  if (prof->event_type != acc_ev_alloc) write_event("", prof, info, api);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  reg(acc_ev_compute_construct_start, on_event, acc_reg);
  reg(acc_ev_update_end, on_event, acc_reg);
  reg(acc_ev_wait_start, on_event, acc_reg);
}

static int a[8];

#line 200
int main(void) {
  for (int queue = 1; queue < 4; ++queue) {
    char *on = acc2omp_async2dep(queue);
#pragma omp target teams nowait depend(inout : *on) map(tofrom : a)
    a[queue] = queue;
    acc_wait(queue);
  }
  acc_copyin(a, sizeof a);
  acc_update_self_async(a, sizeof a, 5);
  acc_wait(5);
  return a[3] != 3;
}
