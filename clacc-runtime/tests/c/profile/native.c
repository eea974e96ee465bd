/* Compute constructs of generated code and waits. The library is part of the program. */
#include "events.h"
#include <clacc_abi.h>
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_device_init_start; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static const clacc_site site = {sizeof(clacc_site), acc_construct_kernels, 0, "n.c", "work", 5, 9, 1, 20};

static void body(clacc_thread *thread, void *sum) { __atomic_fetch_add((int *)sum, (int)thread->gangs, __ATOMIC_SEQ_CST); }

int main(void) {
  int sum = 0;
  clacc_construct_begin(&site, 7);
  clacc_gangs(&site, NULL, 3, body, &sum);
  clacc_construct_end(&site);
  /* What is not announced has no events. */
  clacc_gangs(&site, NULL, 3, body, &sum);
  acc_wait(2);
  return sum == 0;
}
