/* A library that registers a callback for all events and withdraws it from all but the one whose number is in EVENT. */
#include "events.h"
#include <stdlib.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) { write_event("", prof, info, api); }

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  const char *number = getenv("EVENT");
  int only = number ? atoi(number) : 0;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
  for (int event = acc_ev_create; event < acc_ev_last; ++event)
    if (event != only) unreg((acc_event_t)event, on_event, acc_reg);
}

#line 10
int main(void) {
  int a[8] = {1};
#pragma omp target teams map(tofrom : a)
  a[1] = 7;
#pragma omp target data map(to : a)
  {
#pragma omp target update from(a)
  }
  return a[1] != 7;
}
