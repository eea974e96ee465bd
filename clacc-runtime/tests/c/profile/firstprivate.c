/* Constructs without data, and private copies of arrays: libomptarget copies small ones together. */
#include "events.h"

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) { write_event("", prof, info, api); }

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

#line 10
int main(void) {
  char small[64] = {1}, other[64] = {2}, large[2048] = {3};
  const char fixed[64] = {4};
#pragma omp target teams
  ;
#pragma omp target teams firstprivate(small)
  if (small[0] != 1) fputs("another value\n", stderr);
#pragma omp target teams firstprivate(fixed)
  if (fixed[0] != 4) fputs("another value\n", stderr);
#pragma omp target teams firstprivate(small, other)
  if (small[0] + other[0] != 3) fputs("another value\n", stderr);
#pragma omp target teams firstprivate(large, other)
  if (large[0] + other[0] != 5) fputs("another value\n", stderr);
  return 0;
}
