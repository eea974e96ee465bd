/* An array that a construct copies for itself, and an allocation that fails. The library is part of the program. */
#include "events.h"
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
  if (is_data_event(prof->event_type) && !info->data_event.device_ptr) fputs("no memory\n", stderr);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

int main(void) {
  int p[64] = {0, 1, 2}, r = 0;
#line 100
#pragma omp target firstprivate(p) map(from : r)
  r = p[1] + p[2];
  void *huge = acc_malloc((size_t)1 << 62);
  fputs(huge ? "a large device\n" : "none\n", stderr);
  acc_free(huge);
  return r != 3;
}
