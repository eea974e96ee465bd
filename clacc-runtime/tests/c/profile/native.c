/* Compute constructs of generated code, and waits. The library is part of the program. A region of OpenMP has no event. */
#include "events.h"
#include <clacc_abi.h>
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
  if (prof->event_type == acc_ev_enqueue_launch_start && info->launch_event.num_gangs != 3) fputs("gangs\n", stderr);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_device_init_start; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static const clacc_site site = {sizeof(clacc_site), acc_construct_kernels, 0, "n.c", "work", 5, 9, 1, 20};

static const clacc_site of_threads = {sizeof(clacc_site), acc_construct_parallel, 0, "n.c", "work", 12, 14, 1, 20};
static const clacc_site of_openmp = {sizeof(clacc_site), CLACC_SITE_PARALLEL, 0, "n.c", "work", 16, 18, 1, 20};

static void body(clacc_thread *thread, void *sum) { __atomic_fetch_add((int *)sum, (int)thread->gangs, __ATOMIC_SEQ_CST); }

int main(void) {
  int sum = 0;
  clacc_gangs(&site, NULL, 3, body, &sum);
  clacc_fork(&of_threads, body, &sum, 3, 0);
  clacc_fork(&of_openmp, body, &sum, 2, 0);
  acc_wait(2);
  return sum == 0;
}
