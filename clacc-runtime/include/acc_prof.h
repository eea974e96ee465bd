/* acc_prof.h: the profiling interface of OpenACC 2.7 to 3.4 (chapter 5), for C and C++, by library acc2omp.

   A profiling library defines acc_register_library. The runtime calls it when the program starts: the one that is linked
   into the program first, then that of each library that the environment variable ACC_PROFLIB names (file names, separated
   by `;`, in their order). It registers callbacks, which the runtime calls at events. Which event and which field is known
   under which compiler, and why another one is not, says docs/profiling.md. */

#ifndef ACC2OMP_ACC_PROF_H
#define ACC2OMP_ACC_PROF_H

#include <openacc.h>

/* With this guard, a compiler's own header of this name is skipped if both are included. */
#ifndef _ACC_PROF_H
#define _ACC_PROF_H 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The value of the field `version` of acc_prof_info: that of _OPENACC. */
#define _ACC_PROF_INFO_VERSION 202506

/* Kinds of events (section 5.1). An event `_start` precedes what it is named after, and its `_end` follows. */
typedef enum acc_event_t {
  acc_ev_none = 0,
  acc_ev_device_init_start = 1,
  acc_ev_device_init_end = 2,
  acc_ev_device_shutdown_start = 3,
  acc_ev_device_shutdown_end = 4,
  acc_ev_runtime_shutdown = 5,
  acc_ev_create = 6,                  /* data of the host gets a copy on the device */
  acc_ev_delete = 7,                  /* that copy ends */
  acc_ev_alloc = 8,                   /* device memory has been allocated */
  acc_ev_free = 9,                    /* device memory is about to be freed */
  acc_ev_enter_data_start = 10,
  acc_ev_enter_data_end = 11,
  acc_ev_exit_data_start = 12,
  acc_ev_exit_data_end = 13,
  acc_ev_update_start = 14,
  acc_ev_update_end = 15,
  acc_ev_compute_construct_start = 16,
  acc_ev_compute_construct_end = 17,
  acc_ev_enqueue_launch_start = 18,   /* a kernel is put on a queue, or started */
  acc_ev_enqueue_launch_end = 19,
  acc_ev_enqueue_upload_start = 20,   /* a copy from the host to the device */
  acc_ev_enqueue_upload_end = 21,
  acc_ev_enqueue_download_start = 22, /* a copy from the device to the host */
  acc_ev_enqueue_download_end = 23,
  acc_ev_wait_start = 24,
  acc_ev_wait_end = 25,
  acc_ev_last = 26
} acc_event_t;

/* The directive, or the routine, that caused an event (section 5.2.2). */
typedef enum acc_construct_t {
  acc_construct_parallel = 0,
  acc_construct_kernels = 1,
  acc_construct_loop = 2,
  acc_construct_data = 3,
  acc_construct_enter_data = 4,
  acc_construct_exit_data = 5,
  acc_construct_host_data = 6,
  acc_construct_atomic = 7,
  acc_construct_declare = 8,
  acc_construct_init = 9,
  acc_construct_shutdown = 10,
  acc_construct_set = 11,
  acc_construct_update = 12,
  acc_construct_routine = 13,
  acc_construct_wait = 14,
  acc_construct_runtime_api = 15,
  acc_construct_serial = 16
} acc_construct_t;

/* In all structs, `valid_bytes` is the number of bytes, from the start, whose fields the runtime has set: fields of later
   versions and fields that it does not know lie behind. A field before it that is not known is null or zero. All pointers,
   and the structs themselves, are for the callback only. */

/* First argument of a callback (section 5.2.1): the event, its device, its queue, and the place in the source. */
typedef struct acc_prof_info {
  acc_event_t event_type;
  int valid_bytes;
  int version;             /* _ACC_PROF_INFO_VERSION of the runtime */
  acc_device_t device_type;
  int device_number;       /* among the devices of this type */
  int thread_id;           /* a number of the calling host thread */
  ptrdiff_t async;         /* the async argument of the construct; acc_async_sync without one */
  ptrdiff_t async_queue;   /* the queue that the runtime uses for it; -1: none, or the same as `async` says */
  const char *src_file;    /* null: not known, for the name of the function too */
  const char *func_name;   /* for a routine of OpenACC, its own name */
  int line_no, end_line_no;           /* of the construct; 0: not known */
  int func_line_no, func_end_line_no; /* of the function; 0: not known */
} acc_prof_info;

/* Second argument, for acc_ev_create, _delete, _alloc, _free, and for the events of uploads and downloads. */
typedef struct acc_data_event_info {
  acc_event_t event_type;
  int valid_bytes;
  acc_construct_t parent_construct;
  int implicit;            /* whether the runtime or the compiler asked for it and no clause of the program */
  void *tool_info;         /* of an event _start: the callback may store a pointer here, which it finds again at the _end */
  const char *var_name;    /* null: not known */
  size_t bytes;
  const void *host_ptr;
  const void *device_ptr;
} acc_data_event_info;

/* Second argument, for acc_ev_enqueue_launch_start and _end. */
typedef struct acc_launch_event_info {
  acc_event_t event_type;
  int valid_bytes;
  acc_construct_t parent_construct;
  int implicit;
  void *tool_info;
  const char *kernel_name; /* null: not known */
  size_t num_gangs, num_workers, vector_length; /* 0: not known, or the device chooses */
} acc_launch_event_info;

/* Second argument, for all other events. */
typedef struct acc_other_event_info {
  acc_event_t event_type;
  int valid_bytes;
  acc_construct_t parent_construct;
  int implicit;
  void *tool_info;
} acc_other_event_info;

typedef union acc_event_info {
  acc_event_t event_type;
  acc_data_event_info data_event;
  acc_launch_event_info launch_event;
  acc_other_event_info other_event;
} acc_event_info;

/* Third argument (section 5.2.3): handles of the interface below. With acc_device_api_none there are none. */
typedef enum acc_device_api {
  acc_device_api_none = 0,
  acc_device_api_cuda = 1,
  acc_device_api_opencl = 2,
  acc_device_api_coi = 3,
  acc_device_api_other = 4
} acc_device_api;

typedef struct acc_api_info {
  acc_device_api device_api;
  int valid_bytes;
  acc_device_t device_type;
  int vendor;
  const void *device_handle;
  const void *context_handle;
  const void *async_handle;
} acc_api_info;

/* A callback. A library that is compiled as C++ declares it `extern "C"`. */
typedef void (*acc_prof_callback)(acc_prof_info *, acc_event_info *, acc_api_info *);
typedef acc_prof_callback acc_prof_cb;

/* What a registration means (sections 5.3.1, 5.4). */
typedef enum acc_register_t {
  acc_reg = 0,               /* register a callback, or withdraw it */
  acc_toggle = 1,            /* enable or disable it; a null callback: all of the event; acc_ev_none too: all of all events */
  acc_toggle_per_thread = 2  /* with acc_ev_none and a null callback: enable or disable all of them in the calling thread */
} acc_register_t;

/* The functions that acc_register_library gets. They may be kept, and called at any time, as the functions below may. */
typedef void (*acc_prof_reg)(acc_event_t, acc_prof_callback, acc_register_t);
typedef void (*acc_query_fn)(void);
typedef acc_query_fn (*acc_prof_lookup_func)(const char *);

/* Registers a callback for an event. Registrations of one callback are counted, and it is called once for each event; callbacks
   of an event _end are called in the opposite order. Or enables what `info` says (section 5.4). */
void acc_prof_register(acc_event_t event, acc_prof_callback callback, acc_register_t info);
/* Withdraws one registration; the last one ends the calls. Or disables what `info` says (section 5.4). */
void acc_prof_unregister(acc_event_t event, acc_prof_callback callback, acc_register_t info);
/* Returns the function of this interface with a name, or null (section 5.3.1). */
acc_query_fn acc2omp_prof_lookup(const char *name);

/* OpenACC calls the type of a function that looks up functions acc_prof_lookup_func; other headers call it acc_prof_lookup,
   which is also the name of a function of the runtime. Both are here: as a type and, before a parenthesis, as the function. A
   program that takes the function's address defines ACC2OMP_PROF_LOOKUP_FUNCTION, and then has no type of that name. */
#ifdef ACC2OMP_PROF_LOOKUP_FUNCTION
acc_query_fn acc_prof_lookup(const char *name);
#else
typedef acc_prof_lookup_func acc_prof_lookup;
#define acc_prof_lookup(name) acc2omp_prof_lookup(name)
#endif

/* Defined by a profiling library, or by the program. Registers callbacks by means of its arguments (section 5.3). */
void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup);

#ifdef __cplusplus
}
#endif

#endif
