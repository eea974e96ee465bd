/* A profiling library for tests: it writes a line on stderr for each event. */
#ifndef EVENTS_H
#define EVENTS_H

#include <acc_prof.h>
#include <stdio.h>
#include <string.h>

static const char *const event_names[] = {
    "none", "device_init_start", "device_init_end", "device_shutdown_start", "device_shutdown_end", "runtime_shutdown",
    "create", "delete", "alloc", "free", "enter_data_start", "enter_data_end", "exit_data_start", "exit_data_end",
    "update_start", "update_end", "compute_construct_start", "compute_construct_end", "enqueue_launch_start",
    "enqueue_launch_end", "enqueue_upload_start", "enqueue_upload_end", "enqueue_download_start", "enqueue_download_end",
    "wait_start", "wait_end"};

static const char *const construct_names[] = {
    "parallel", "kernels", "loop", "data", "enter_data", "exit_data", "host_data", "atomic", "declare", "init",
    "shutdown", "set", "update", "routine", "wait", "runtime_api", "serial"};

/* The name of a file without its folders. */
static inline const char *file_name(const char *path) {
  const char *last = path ? strrchr(path, '/') : NULL;
  return last ? last + 1 : path ? path : "-";
}

/* Whether an event is described by acc_data_event_info. */
static inline int is_data_event(acc_event_t event) {
  return (event >= acc_ev_create && event <= acc_ev_free) ||
         (event >= acc_ev_enqueue_upload_start && event <= acc_ev_enqueue_download_end);
}

static inline void write_event(const char *who, acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  acc_other_event_info *other = &info->other_event;
  char line[512], data[128] = "";
  if (is_data_event(prof->event_type)) {
    acc_data_event_info *of = &info->data_event;
    snprintf(data, sizeof data, " var %s bytes %zu host %d device %d", of->var_name ? of->var_name : "-", of->bytes,
             of->host_ptr != NULL, of->device_ptr != NULL);
  }
  snprintf(line, sizeof line, "%s%s at %s:%d %s, %s%s on %d:%d queue %d%s\n", who, event_names[prof->event_type],
           file_name(prof->src_file), prof->line_no, prof->func_name ? prof->func_name : "-",
           construct_names[other->parent_construct], other->implicit ? " implicit" : "", (int)prof->device_type,
           prof->device_number, (int)prof->async, data);
  fputs(line, stderr);
  if (prof->valid_bytes < 72 || prof->version != _ACC_PROF_INFO_VERSION || api->valid_bytes < 12 ||
      other->event_type != prof->event_type || api->device_type != prof->device_type)
    fputs("a struct is wrong\n", stderr);
}

#endif
