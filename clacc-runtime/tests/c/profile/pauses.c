/* A program that withdraws its last callback inside a construct, and registers another one later. */
#include "events.h"
#include <clacc_abi.h>
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
  acc_prof_unregister(prof->event_type, on_event, acc_reg);
}

static const clacc_site site = {sizeof(clacc_site), acc_construct_kernels, 0, "n.c", "work", 5, 9, 1, 20};

int main(void) {
  acc_prof_register(acc_ev_compute_construct_start, on_event, acc_reg);
  clacc_construct_begin(&site, -1);
  clacc_construct_end(&site);
  acc_prof_register(acc_ev_wait_start, on_event, acc_reg);
  acc_wait(2);
  return 0;
}
