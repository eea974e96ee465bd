/* Prints the sizes and values that objects of this header and of another compiler's share. */
#include <omp.h>
#include <stddef.h>
#include <stdio.h>

#define ALIGNMENT(type) ((int)offsetof(struct { char c; type t; }, t))
#define TYPE(type) printf(#type " %d %d\n", (int)sizeof(type), ALIGNMENT(type))
#define VALUE(name) printf(#name " %ld\n", (long)(int)(name))

int main(void) {
  TYPE(omp_lock_t);
  TYPE(omp_nest_lock_t);
  TYPE(omp_sync_hint_t);
  TYPE(omp_lock_hint_t);
  TYPE(omp_sched_t);
  TYPE(omp_proc_bind_t);
  TYPE(omp_pause_resource_t);
  TYPE(omp_depend_t);
  TYPE(omp_memspace_handle_t);
  TYPE(omp_allocator_handle_t);
  TYPE(omp_alloctrait_key_t);
  TYPE(omp_alloctrait_t);
  TYPE(omp_uintptr_t);
  printf("value %d\n", (int)offsetof(omp_alloctrait_t, value));
  VALUE(omp_sched_static);
  VALUE(omp_sched_dynamic);
  VALUE(omp_sched_guided);
  VALUE(omp_sched_auto);
  VALUE(omp_sched_monotonic);
  VALUE(omp_proc_bind_false);
  VALUE(omp_proc_bind_true);
  VALUE(omp_proc_bind_primary);
  VALUE(omp_proc_bind_master);
  VALUE(omp_proc_bind_close);
  VALUE(omp_proc_bind_spread);
  VALUE(omp_sync_hint_none);
  VALUE(omp_sync_hint_uncontended);
  VALUE(omp_sync_hint_contended);
  VALUE(omp_sync_hint_nonspeculative);
  VALUE(omp_sync_hint_speculative);
  VALUE(omp_lock_hint_speculative);
  VALUE(omp_pause_soft);
  VALUE(omp_pause_hard);
  VALUE(omp_default_mem_space);
  VALUE(omp_large_cap_mem_space);
  VALUE(omp_const_mem_space);
  VALUE(omp_high_bw_mem_space);
  VALUE(omp_low_lat_mem_space);
  VALUE(omp_null_allocator);
  VALUE(omp_default_mem_alloc);
  VALUE(omp_large_cap_mem_alloc);
  VALUE(omp_const_mem_alloc);
  VALUE(omp_high_bw_mem_alloc);
  VALUE(omp_low_lat_mem_alloc);
  VALUE(omp_cgroup_mem_alloc);
  VALUE(omp_pteam_mem_alloc);
  VALUE(omp_thread_mem_alloc);
  VALUE(omp_atk_sync_hint);
  VALUE(omp_atk_alignment);
  VALUE(omp_atk_access);
  VALUE(omp_atk_pool_size);
  VALUE(omp_atk_fallback);
  VALUE(omp_atk_fb_data);
  VALUE(omp_atk_pinned);
  VALUE(omp_atk_partition);
  VALUE(omp_atv_default);
  VALUE(omp_atv_false);
  VALUE(omp_atv_true);
  VALUE(omp_atv_contended);
  VALUE(omp_atv_uncontended);
  VALUE(omp_atv_serialized);
  VALUE(omp_atv_sequential);
  VALUE(omp_atv_private);
  VALUE(omp_atv_all);
  VALUE(omp_atv_thread);
  VALUE(omp_atv_pteam);
  VALUE(omp_atv_cgroup);
  VALUE(omp_atv_default_mem_fb);
  VALUE(omp_atv_null_fb);
  VALUE(omp_atv_abort_fb);
  VALUE(omp_atv_allocator_fb);
  VALUE(omp_atv_environment);
  VALUE(omp_atv_nearest);
  VALUE(omp_atv_blocked);
  VALUE(omp_atv_interleaved);
  return 0;
}
