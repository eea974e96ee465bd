/* Prints what the environment variables make of the routines' first values. */
#include "check.h"

#include <stdint.h>

int main(void) {
  char format[100];
  void *memory = omp_alloc(1, omp_null_allocator);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  omp_get_affinity_format(format, sizeof format);
  printf("threads %d, schedule %d %d, levels %d, dynamic %d, bind %d, limit %d\n", omp_get_max_threads(), (int)kind,
         chunk, omp_get_max_active_levels(), omp_get_dynamic(), (int)omp_get_proc_bind(), omp_get_thread_limit());
  printf("teams %d, team threads %d, priority %d, device %d\n", omp_get_max_teams(), omp_get_teams_thread_limit(),
         omp_get_max_task_priority(), omp_get_default_device());
  printf("format %s, allocator %d, aligned %d\n", format,
         omp_get_default_allocator() > omp_thread_mem_alloc ? -1 : (int)omp_get_default_allocator(),
         (uintptr_t)memory % 8192 == 0);
  omp_free(memory, omp_null_allocator);
  omp_display_env(1);
  return 0;
}
