/* A tool of OpenMP beside the library, for OMP_TOOL_LIBRARIES: it counts what it is told of. */
#include <omp-tools.h>
#include <stdio.h>

static int operations, launches, regions, devices;

static void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target, ompt_id_t *id,
                         ompt_target_data_op_t kind, void *from, int from_device, void *to, int to_device, size_t bytes,
                         const void *code) {
  (void)task, (void)target, (void)id, (void)kind, (void)from, (void)from_device, (void)to, (void)to_device;
  (void)bytes, (void)code;
  operations += endpoint == ompt_scope_begin;
}

static void on_launch(ompt_id_t target, ompt_id_t id, unsigned teams) {
  (void)target, (void)id, (void)teams;
  ++launches;
}

static void on_region(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  (void)kind, (void)device, (void)task, (void)target_task, (void)target, (void)code;
  regions += endpoint == ompt_scope_begin;
}

static void on_device(int device, const char *type, ompt_device_t *of, ompt_function_lookup_t lookup,
                      const char *documentation) {
  (void)device, (void)type, (void)of, (void)lookup, (void)documentation;
  ++devices;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation);
  set(ompt_callback_target_submit, (ompt_callback_t)on_launch);
  set(ompt_callback_target_emi, (ompt_callback_t)on_region);
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  (void)device, (void)data;
  return 1;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  fprintf(stderr, "tool: devices %d, regions %d, operations %d, launches %d\n", devices > 0, regions, operations, launches);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &result;
}
