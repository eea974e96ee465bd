// The header in C++: handles have types of their own, and allocators a default.
#include <omp.h>

#include "clacc_abi.h"

static void body(clacc_thread *, void *argument) { ++static_cast<int *>(argument)[omp_get_thread_num()]; }

int main() {
  int seen[3] = {};
  clacc_fork(nullptr, body, seen, 3, 0);
  omp_allocator_handle_t allocator = omp_get_default_allocator();
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t aligned = omp_init_allocator(omp_default_mem_space, 2, traits);
  void *memory = omp_alloc(8);
  void *other = omp_aligned_alloc(64, 8, aligned);
  memory = omp_realloc(memory, 100);
  bool good = memory && other && allocator == omp_default_mem_alloc && aligned != omp_null_allocator;
  omp_free(memory);
  omp_free(other, aligned);
  omp_destroy_allocator(aligned);
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  return !(good && seen[0] == 1 && seen[1] == 1 && seen[2] == 1);
}
