/* Directives that calls around them announce. The library is part of the program. */
#include "events.h"
#include <acc2omp_prof.h>
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  write_event("", prof, info, api);
  if (prof->src_file && (prof->end_line_no < prof->line_no || prof->func_line_no != 1 || prof->func_end_line_no != 99))
    fputs("the lines are wrong\n", stderr);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_enter_data_start; event <= acc_ev_wait_end; ++event)
    if (!is_data_event((acc_event_t)event)) reg((acc_event_t)event, on_event, acc_reg);
}

#define SITE(name, construct, flags, line) \
  static const acc2omp_site name = {sizeof(acc2omp_site), construct, flags, "s.c", "work", line, line + 1, 1, 99}

SITE(begins, acc_construct_data, ACC2OMP_SITE_ENTER, 10);
SITE(kernels, acc_construct_kernels, 0, 20);
SITE(updates, acc_construct_update, 0, 30);
SITE(waits, acc_construct_wait, 0, 40);
SITE(ends, acc_construct_data, ACC2OMP_SITE_EXIT, 10);
SITE(implied, acc_construct_enter_data, ACC2OMP_SITE_IMPLICIT, 50);

static int a[8];

int main(void) {
  acc2omp_prof_begin(&begins, acc_async_sync);
#pragma omp target enter data map(to : a)
  acc2omp_prof_end(&begins);
  char *on = acc2omp_async2dep(3);
  acc2omp_prof_begin(&kernels, 3);
#pragma omp target teams nowait depend(inout : *on) map(alloc : a)
  a[1] = 7;
  acc2omp_prof_end(&kernels);
  acc2omp_prof_begin(&waits, 3);
  acc_wait(3);
  acc2omp_prof_end(&waits);
  acc2omp_prof_begin(&updates, acc_async_sync);
#pragma omp target update from(a)
  acc2omp_prof_end(&updates);
  acc2omp_prof_begin(&ends, acc_async_sync);
#pragma omp target exit data map(release : a)
  acc2omp_prof_end(&ends);
  acc2omp_prof_begin(&implied, acc_async_noval);
  acc2omp_prof_end(&implied);
  return a[1] != 7;
}
