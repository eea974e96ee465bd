/* omp.h: the routines of OpenMP 5.2 (section 18) for programs that clacc compiles for its own runtime. C99 and C++.

   Objects of these types may be shared with units that were compiled with gcc's omp.h: locks and enumerators have the same
   sizes and values. Link with libclacc_omp and libacc2omp, in this order. */
#ifndef _OMP_H
#define _OMP_H 1

#define CLACC_OMP_H 1

#if defined(__SIZE_TYPE__) && defined(__UINTPTR_TYPE__) && defined(__INTPTR_TYPE__)
typedef __SIZE_TYPE__ __omp_size_t;
typedef __UINTPTR_TYPE__ omp_uintptr_t;
typedef __INTPTR_TYPE__ omp_intptr_t;
#else
#include <stddef.h>
#include <stdint.h>
typedef size_t __omp_size_t;
typedef uintptr_t omp_uintptr_t;
typedef intptr_t omp_intptr_t;
#endif

/* Enumerations with values of handles have the size of a pointer. C99 has no such enumerations. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define __OMP_HANDLE(name) enum name : omp_uintptr_t
#define __OMP_HANDLE_TYPE(name)
#elif defined(__cplusplus)
#define __OMP_HANDLE(name) enum
#define __OMP_HANDLE_TYPE(name) typedef omp_uintptr_t name;
#else
#define __OMP_HANDLE(name) enum
#define __OMP_HANDLE_TYPE(name) typedef omp_uintptr_t name;
#endif

/* ---- Locks ---- */

typedef struct omp_lock_t { unsigned int __clacc_lock; } omp_lock_t;
typedef struct omp_nest_lock_t {
  unsigned int __clacc_lock;
  int __clacc_depth;
  union { void *__clacc_align; unsigned char __clacc_owner[8]; } __clacc_task;
} omp_nest_lock_t;

typedef enum omp_sync_hint_t {
  omp_sync_hint_none = 0,
  omp_lock_hint_none = 0,
  omp_sync_hint_uncontended = 1,
  omp_lock_hint_uncontended = 1,
  omp_sync_hint_contended = 2,
  omp_lock_hint_contended = 2,
  omp_sync_hint_nonspeculative = 4,
  omp_lock_hint_nonspeculative = 4,
  omp_sync_hint_speculative = 8,
  omp_lock_hint_speculative = 8
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

/* ---- Schedules, places, resources ---- */

typedef enum omp_sched_t {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4,
  omp_sched_monotonic = -0x7fffffff - 1
} omp_sched_t;

typedef enum omp_proc_bind_t {
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_primary = 2,
  omp_proc_bind_master = 2,
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_pause_resource_t {
  omp_pause_soft = 1,
  omp_pause_hard = 2
} omp_pause_resource_t;

/* ---- Devices, dependences, interoperability, tools ---- */

enum { omp_initial_device = -1, omp_invalid_device = -4 };

typedef struct omp_depend_t { void *__clacc_depend[2]; } omp_depend_t;

typedef void *omp_interop_t;
#define omp_interop_none ((omp_interop_t) 0)

typedef enum omp_interop_property_t {
  omp_ipr_fr_id = -1,
  omp_ipr_fr_name = -2,
  omp_ipr_vendor = -3,
  omp_ipr_vendor_name = -4,
  omp_ipr_device_num = -5,
  omp_ipr_platform = -6,
  omp_ipr_device = -7,
  omp_ipr_device_context = -8,
  omp_ipr_targetsync = -9,
  omp_ipr_first = -9
} omp_interop_property_t;

typedef enum omp_interop_rc_t {
  omp_irc_no_value = 1,
  omp_irc_success = 0,
  omp_irc_empty = -1,
  omp_irc_out_of_range = -2,
  omp_irc_type_int = -3,
  omp_irc_type_ptr = -4,
  omp_irc_type_str = -5,
  omp_irc_other = -6
} omp_interop_rc_t;

typedef enum omp_control_tool_t {
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t {
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

/* ---- Memory ---- */

__OMP_HANDLE_TYPE(omp_memspace_handle_t)
__OMP_HANDLE(omp_memspace_handle_t) {
  omp_default_mem_space = 0,
  omp_large_cap_mem_space = 1,
  omp_const_mem_space = 2,
  omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4
};

__OMP_HANDLE_TYPE(omp_allocator_handle_t)
__OMP_HANDLE(omp_allocator_handle_t) {
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8
};

typedef enum omp_alloctrait_key_t {
  omp_atk_sync_hint = 1,
  omp_atk_alignment = 2,
  omp_atk_access = 3,
  omp_atk_pool_size = 4,
  omp_atk_fallback = 5,
  omp_atk_fb_data = 6,
  omp_atk_pinned = 7,
  omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
  omp_atv_default = -1,
  omp_atv_false = 0,
  omp_atv_true = 1,
  omp_atv_contended = 3,
  omp_atv_uncontended = 4,
  omp_atv_serialized = 5,
  omp_atv_sequential = 5,
  omp_atv_private = 6,
  omp_atv_all = 7,
  omp_atv_thread = 8,
  omp_atv_pteam = 9,
  omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11,
  omp_atv_null_fb = 12,
  omp_atv_abort_fb = 13,
  omp_atv_allocator_fb = 14,
  omp_atv_environment = 15,
  omp_atv_nearest = 16,
  omp_atv_blocked = 17,
  omp_atv_interleaved = 18
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t {
  omp_alloctrait_key_t key;
  omp_uintptr_t value;
} omp_alloctrait_t;

#ifdef __cplusplus
#define __OMP_OR_DEFAULT = omp_null_allocator
#else
#define __OMP_OR_DEFAULT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Thread teams (18.2) ---- */

void omp_set_num_threads(int);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_in_parallel(void);
void omp_set_dynamic(int);
int omp_get_dynamic(void);
int omp_get_cancellation(void);
void omp_set_nested(int);
int omp_get_nested(void);
void omp_set_schedule(omp_sched_t, int);
void omp_get_schedule(omp_sched_t *, int *);
int omp_get_thread_limit(void);
int omp_get_supported_active_levels(void);
void omp_set_max_active_levels(int);
int omp_get_max_active_levels(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
int omp_get_active_level(void);

/* ---- Thread affinity (18.3) ---- */

omp_proc_bind_t omp_get_proc_bind(void);
int omp_get_num_places(void);
int omp_get_place_num_procs(int);
void omp_get_place_proc_ids(int, int *);
int omp_get_place_num(void);
int omp_get_partition_num_places(void);
void omp_get_partition_place_nums(int *);
void omp_set_affinity_format(const char *);
__omp_size_t omp_get_affinity_format(char *, __omp_size_t);
void omp_display_affinity(const char *);
__omp_size_t omp_capture_affinity(char *, __omp_size_t, const char *);

/* ---- Teams regions (18.4) ---- */

int omp_get_num_teams(void);
int omp_get_team_num(void);
void omp_set_num_teams(int);
int omp_get_max_teams(void);
void omp_set_teams_thread_limit(int);
int omp_get_teams_thread_limit(void);

/* ---- Tasks and resources (18.5, 18.6) ---- */

int omp_get_max_task_priority(void);
int omp_in_explicit_task(void);
int omp_in_final(void);
int omp_pause_resource(omp_pause_resource_t, int);
int omp_pause_resource_all(omp_pause_resource_t);

/* The handle of an event of the clause `detach` (18.11). */
__OMP_HANDLE_TYPE(omp_event_handle_t)
__OMP_HANDLE(omp_event_handle_t) { __omp_event_handle_null = 0 };
void omp_fulfill_event(omp_event_handle_t);

/* ---- Devices (18.7) ---- */

int omp_get_num_procs(void);
void omp_set_default_device(int);
int omp_get_default_device(void);
int omp_get_num_devices(void);
int omp_get_device_num(void);
int omp_is_initial_device(void);
int omp_get_initial_device(void);

/* ---- Device memory (18.8) ---- */

void *omp_target_alloc(__omp_size_t, int);
void omp_target_free(void *, int);
int omp_target_is_present(const void *, int);
int omp_target_is_accessible(const void *, __omp_size_t, int);
int omp_target_memcpy(void *, const void *, __omp_size_t, __omp_size_t, __omp_size_t, int, int);
int omp_target_memcpy_rect(void *, const void *, __omp_size_t, int, const __omp_size_t *, const __omp_size_t *,
                           const __omp_size_t *, const __omp_size_t *, const __omp_size_t *, int, int);
int omp_target_memcpy_async(void *, const void *, __omp_size_t, __omp_size_t, __omp_size_t, int, int, int,
                            omp_depend_t *);
int omp_target_memcpy_rect_async(void *, const void *, __omp_size_t, int, const __omp_size_t *,
                                 const __omp_size_t *, const __omp_size_t *, const __omp_size_t *,
                                 const __omp_size_t *, int, int, int, omp_depend_t *);
int omp_target_associate_ptr(const void *, const void *, __omp_size_t, __omp_size_t, int);
int omp_target_disassociate_ptr(const void *, int);
void *omp_get_mapped_ptr(const void *, int);

/* ---- Locks (18.9) ---- */

void omp_init_lock(omp_lock_t *);
void omp_init_lock_with_hint(omp_lock_t *, omp_sync_hint_t);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *);
void omp_init_nest_lock_with_hint(omp_nest_lock_t *, omp_sync_hint_t);
void omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *);
void omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);

/* ---- Time (18.10) ---- */

double omp_get_wtime(void);
double omp_get_wtick(void);

/* ---- Interoperability (18.12) ---- */

int omp_get_num_interop_properties(const omp_interop_t);
omp_intptr_t omp_get_interop_int(const omp_interop_t, omp_interop_property_t, int *);
void *omp_get_interop_ptr(const omp_interop_t, omp_interop_property_t, int *);
const char *omp_get_interop_str(const omp_interop_t, omp_interop_property_t, int *);
const char *omp_get_interop_name(const omp_interop_t, omp_interop_property_t);
const char *omp_get_interop_type_desc(const omp_interop_t, omp_interop_property_t);
const char *omp_get_interop_rc_desc(const omp_interop_t, omp_interop_rc_t);

/* ---- Memory management (18.13) ---- */

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t, int, const omp_alloctrait_t[]);
void omp_destroy_allocator(omp_allocator_handle_t);
void omp_set_default_allocator(omp_allocator_handle_t);
omp_allocator_handle_t omp_get_default_allocator(void);
void *omp_alloc(__omp_size_t, omp_allocator_handle_t __OMP_OR_DEFAULT);
void *omp_aligned_alloc(__omp_size_t, __omp_size_t, omp_allocator_handle_t __OMP_OR_DEFAULT);
void omp_free(void *, omp_allocator_handle_t __OMP_OR_DEFAULT);
void *omp_calloc(__omp_size_t, __omp_size_t, omp_allocator_handle_t __OMP_OR_DEFAULT);
void *omp_aligned_calloc(__omp_size_t, __omp_size_t, __omp_size_t, omp_allocator_handle_t __OMP_OR_DEFAULT);
void *omp_realloc(void *, __omp_size_t, omp_allocator_handle_t __OMP_OR_DEFAULT,
                  omp_allocator_handle_t __OMP_OR_DEFAULT);

/* ---- Tools and environment (18.14, 18.15) ---- */

int omp_control_tool(int, int, void *);
void omp_display_env(int);

#ifdef __cplusplus
}
#endif

#undef __OMP_HANDLE
#undef __OMP_HANDLE_TYPE
#undef __OMP_OR_DEFAULT

#endif
