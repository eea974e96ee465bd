/* Prints which events come, and which fields are known in some event. ANNOUNCED: with calls around the directives. */
#include "events.h"
#include <acc2omp_prof.h>
#include <clacc_abi.h>
#include <openacc.h>

#define FIELD(name, is_known) \
  if (is_known) fputs("field " name "\n", stderr)

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  fprintf(stderr, "event acc_ev_%s\n", event_names[prof->event_type]);
  acc_other_event_info *other = &info->other_event;
  FIELD("event_type", prof->event_type == other->event_type);
  FIELD("device_type", prof->device_type != acc_device_none && prof->device_type == api->device_type);
  FIELD("device_number", prof->device_number >= 0);
  FIELD("thread_id", prof->thread_id >= 0);
  FIELD("async", prof->async == 2);
  FIELD("async_queue", prof->async_queue == 2);
  FIELD("src_file", prof->src_file);
  FIELD("func_name", prof->func_name && other->parent_construct != acc_construct_runtime_api);
  FIELD("line_no", prof->line_no);
  FIELD("end_line_no", prof->end_line_no);
  FIELD("func_line_no", prof->func_line_no);
  FIELD("func_end_line_no", prof->func_end_line_no);
  FIELD("parent_construct", other->parent_construct != acc_construct_runtime_api);
  FIELD("implicit", !other->implicit);
  FIELD("tool_info", other->tool_info == on_event);
  other->tool_info = (void *)on_event;
  if (is_data_event(prof->event_type)) {
    FIELD("var_name", info->data_event.var_name);
    FIELD("bytes", info->data_event.bytes);
    FIELD("host_ptr", info->data_event.host_ptr);
    FIELD("device_ptr", info->data_event.device_ptr);
  } else if (prof->event_type == acc_ev_enqueue_launch_start) {
    FIELD("kernel_name", info->launch_event.kernel_name);
    FIELD("num_gangs", info->launch_event.num_gangs);
    FIELD("num_workers", info->launch_event.num_workers);
    FIELD("vector_length", info->launch_event.vector_length);
  }
  FIELD("device_api", api->device_api != acc_device_api_none);
  FIELD("vendor", api->valid_bytes > 12);
  FIELD("device_handle", api->valid_bytes > 16);
  FIELD("context_handle", api->valid_bytes > 24);
  FIELD("async_handle", api->valid_bytes > 32);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_device_init_start; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

#ifdef ANNOUNCED
static const acc2omp_site sites[] = {
#define SITE(construct) {sizeof(acc2omp_site), construct, 0, "t.c", "work", 10, 20, 1, 30}
    SITE(acc_construct_enter_data), SITE(acc_construct_parallel), SITE(acc_construct_update), SITE(acc_construct_exit_data)};
#define BEGIN(site, queue) acc2omp_prof_begin(&sites[site], queue)
#define FINISH(site) acc2omp_prof_end(&sites[site])
#else
#define BEGIN(site, queue) (void)0
#define FINISH(site) (void)0
#endif

static int a[8];

#ifdef _OPENMP
static void work(void) {
  BEGIN(0, acc_async_sync);
#pragma omp target enter data map(to : a)
  FINISH(0);
  char *on = acc2omp_async2dep(2);
  BEGIN(1, 2);
#pragma omp target teams num_teams(1) nowait depend(inout : *on) map(tofrom : a)
  a[1] = 7;
  FINISH(1);
  acc_wait(2);
  BEGIN(2, acc_async_sync);
#pragma omp target update from(a)
  FINISH(2);
  BEGIN(3, acc_async_sync);
#pragma omp target exit data map(from : a)
  FINISH(3);
}
#else
static const clacc_site site = {sizeof(clacc_site), acc_construct_kernels, 0, "n.c", "work", 5, 9, 1, 20};

static void body(clacc_thread *thread, void *data) { ((int *)data)[1] = 7 * (thread->gang >= 0); }

static void work(void) {
  clacc_construct_begin(&site, -1);
  clacc_gangs(&site, NULL, 3, body, a);
  clacc_construct_end(&site);
  acc_wait(2);
}
#endif

int main(void) {
  work();
  return a[1] != 7;
}
