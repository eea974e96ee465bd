/* Every event of a program over libomptarget. The library is part of the program. */
#include "events.h"
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  /* A value that is stored when something begins is found when it ends. */
  acc_other_event_info *other = &info->other_event;
  int begins = strstr(event_names[prof->event_type], "_start") != NULL;
  int ends = strstr(event_names[prof->event_type], "_end") != NULL;
  if (ends && other->tool_info != (void *)event_names[prof->event_type - 1]) fputs("tool_info is lost\n", stderr);
  if (begins) other->tool_info = (void *)event_names[prof->event_type];
  write_event("", prof, info, api);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  if (lookup("acc_prof_register") != (acc_query_fn)reg || lookup("acc_prof_unregister") != (acc_query_fn)unreg)
    fputs("the lookup is wrong\n", stderr);
  for (int event = acc_ev_device_init_start; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static int a[8], b[4];

#line 100
static void directives(void) {
#pragma omp target enter data map(to : a)
#pragma omp target teams map(alloc : a) map(tofrom : b)
  a[1] = b[1] = 7;
#pragma omp target update from(a)
#pragma omp target exit data map(from : a)
}

int main(void) {
  fputs("main\n", stderr);
  directives();
  fputs("routines\n", stderr);
  acc_copyin(a, sizeof a);
  acc_update_self(a, sizeof a);
  acc_delete(a, sizeof a);
  acc_wait(3);
  acc_wait_all();
  fputs("end\n", stderr);
  return a[1] != 7 || b[1] != 7;
}
