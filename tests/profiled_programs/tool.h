// A profiling library inside the program. It prints the events of constructs, each with its source.
#include <acc_prof.h>
#include <stdio.h>

static void tell(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  (void)api;
  const char *name = prof->event_type < acc_ev_exit_data_start            ? "enter"
                     : prof->event_type < acc_ev_update_start             ? "exit"
                     : prof->event_type < acc_ev_compute_construct_start ? "update"
                     : prof->event_type < acc_ev_enqueue_launch_start    ? "compute"
                                                                          : "wait";
  const char *end = prof->event_type % 2 ? "end" : "start";
  fprintf(stderr, "%s_%s construct %d at %s:%d-%d, %s:%d-%d, queue %ld\n", name, end,
          (int)info->other_event.parent_construct, prof->src_file ? prof->src_file : "-", prof->line_no,
          prof->end_line_no, prof->func_name ? prof->func_name : "-", prof->func_line_no,
          prof->func_end_line_no, (long)prof->async);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_enter_data_start; event < acc_ev_enqueue_launch_start; event++)
    reg((acc_event_t)event, tell, acc_reg);
  reg(acc_ev_wait_start, tell, acc_reg);
  reg(acc_ev_wait_end, tell, acc_reg);
}
