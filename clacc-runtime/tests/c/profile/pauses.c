/* A program that withdraws its last callback inside a construct, and registers another one later. */
#include "events.h"
#include <acc2omp_prof.h>
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
  acc_prof_unregister(prof->event_type, on_event, acc_reg);
}

int main(void) {
  static int data[4];
  acc_prof_register(acc_ev_compute_construct_start, on_event, acc_reg);
  {
    ACC2OMP_PROF_SITE(site, acc_construct_kernels, 0, 5, 9, 1, 20);
    acc2omp_prof_begin(&site, -1);
#pragma omp target map(tofrom : data)
    data[0] += 1;
    acc2omp_prof_end(&site);
  }
  acc_prof_register(acc_ev_enter_data_start, on_event, acc_reg);
  acc_copyin(data, sizeof data);
  return data[0] != 1;
}
