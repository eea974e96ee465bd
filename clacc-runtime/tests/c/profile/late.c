/* A program that registers a callback itself, after OpenMP has started, and has no library. */
#include "events.h"
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) { write_event("", prof, info, api); }

static int a[8];

#line 10
int main(void) {
#pragma omp target teams map(tofrom : a)
  a[1] = 7;
  acc_prof_register(acc_ev_compute_construct_start, on_event, acc_reg);
#pragma omp target teams map(tofrom : a)
  a[1] = 8;
  return a[1] != 8;
}
