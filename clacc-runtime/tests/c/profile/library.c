/* A profiling library for ACC_PROFLIB. NAME is its name in lines. */
#include "events.h"

static const char *const name = NAME;

static void on_start(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  info->other_event.tool_info = (void *)name;
  write_event(NAME " ", prof, info, api);
}

static void on_end(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  /* Another library's value must not be seen here. */
  if (info->other_event.tool_info != (void *)name) fputs("the value of another library\n", stderr);
  write_event(NAME " ", prof, info, api);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup) {
  (void)unreg;
  (void)lookup;
  fputs(NAME " registers\n", stderr);
  reg(acc_ev_compute_construct_start, on_start, acc_reg);
  reg(acc_ev_compute_construct_end, on_end, acc_reg);
}
