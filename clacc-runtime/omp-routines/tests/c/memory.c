/* Allocators and their memory. */
#include "check.h"

#include <stdint.h>

static int is_aligned(const void *memory, size_t alignment) { return (uintptr_t)memory % alignment == 0; }

static int is_zero(const unsigned char *memory, size_t bytes) {
  while (bytes--)
    if (memory[bytes]) return 0;
  return 1;
}

/* Compilers warn where they know such numbers. */
static volatile size_t most = (size_t)-1;

static void predefined(void) {
  int number;
  for (number = omp_default_mem_alloc; number <= omp_thread_mem_alloc; ++number) {
    unsigned char *memory = omp_alloc(1000, (omp_allocator_handle_t)number);
    CHECK(memory && is_aligned(memory, 16));
    memset(memory, number, 1000);
    memory = omp_realloc(memory, 3000, (omp_allocator_handle_t)number, (omp_allocator_handle_t)number);
    CHECK(memory && memory[0] == number && memory[999] == number);
    omp_free(memory, (omp_allocator_handle_t)number);
  }
  CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
  CHECK(omp_alloc(most, omp_default_mem_alloc) == NULL);
  CHECK(omp_alloc(most - 39, omp_default_mem_alloc) == NULL);
  CHECK(omp_calloc(most / 2, 3, omp_default_mem_alloc) == NULL);
  omp_free(NULL, omp_default_mem_alloc);
  omp_destroy_allocator(omp_null_allocator);
}

static void zeroed_and_aligned(void) {
  size_t alignment;
  for (alignment = 1; alignment <= 1 << 16; alignment *= 4) {
    unsigned char *memory = omp_aligned_alloc(alignment, 33, omp_default_mem_alloc), *zeros;
    CHECK(memory && is_aligned(memory, alignment));
    memset(memory, 255, 33);
    omp_free(memory, omp_null_allocator);
    zeros = omp_aligned_calloc(alignment, 7, 31, omp_null_allocator);
    CHECK(zeros && is_aligned(zeros, alignment) && is_zero(zeros, 7 * 31));
    omp_free(zeros, omp_default_mem_alloc);
  }
  {
    unsigned char *zeros = omp_calloc(100, 40, omp_default_mem_alloc);
    CHECK(zeros && is_zero(zeros, 4000));
    omp_free(zeros, omp_null_allocator);
  }
  CHECK(omp_aligned_alloc(most - most + 48, 8, omp_default_mem_alloc) == NULL);
  CHECK(omp_aligned_alloc(most - most, 8, omp_default_mem_alloc) == NULL);
  CHECK(omp_aligned_calloc(most / 2 + 1, 1, 8, omp_default_mem_alloc) == NULL);
}

static omp_allocator_handle_t with(int count, omp_alloctrait_key_t key, omp_uintptr_t value,
                                   omp_alloctrait_key_t other_key, omp_uintptr_t other_value) {
  omp_alloctrait_t traits[2];
  traits[0].key = key;
  traits[0].value = value;
  traits[1].key = other_key;
  traits[1].value = other_value;
  return omp_init_allocator(omp_default_mem_space, count, traits);
}

static void traits(void) {
  omp_allocator_handle_t wide = with(1, omp_atk_alignment, 4096, omp_atk_alignment, 0), pool, chain;
  void *first, *second;
  CHECK(wide != omp_null_allocator);
  first = omp_alloc(10, wide);
  CHECK(first && is_aligned(first, 4096));
  omp_free(first, wide);
  omp_destroy_allocator(wide);

  pool = with(2, omp_atk_pool_size, 1000, omp_atk_fallback, omp_atv_null_fb);
  first = omp_alloc(600, pool);
  CHECK(first && omp_alloc(401, pool) == NULL);
  second = omp_alloc(400, pool);
  CHECK(second && omp_alloc(1, pool) == NULL);
  omp_free(first, pool);
  first = omp_calloc(6, 100, pool);
  CHECK(first && is_zero(first, 600));
  /* The pool is full, so that a longer block comes from elsewhere or not at all. */
  CHECK(omp_realloc(second, 500, pool, pool) == NULL);
  second = omp_realloc(second, 500, omp_default_mem_alloc, pool);
  CHECK(second != NULL);
  omp_free(second, omp_default_mem_alloc);
  CHECK(omp_realloc(first, 0, pool, pool) == NULL);
  first = omp_alloc(1000, pool);
  CHECK(first != NULL);

  chain = omp_null_allocator;
  {
    omp_alloctrait_t list[3];
    list[0].key = omp_atk_pool_size;
    list[0].value = 1;
    list[1].key = omp_atk_fallback;
    list[1].value = omp_atv_allocator_fb;
    list[2].key = omp_atk_fb_data;
    list[2].value = (omp_uintptr_t)pool;
    chain = omp_init_allocator(omp_low_lat_mem_space, 3, list);
    CHECK(chain != omp_null_allocator);
    CHECK(omp_alloc(8, chain) == NULL);
    omp_free(first, pool);
    first = omp_alloc(999, chain);
    CHECK(first && omp_alloc(2, pool) == NULL);
    omp_free(first, chain);
  }
  omp_destroy_allocator(chain);
  omp_destroy_allocator(pool);

  CHECK(with(1, omp_atk_alignment, 3, omp_atk_alignment, 0) == omp_null_allocator);
  CHECK(with(1, omp_atk_pinned, omp_atv_true, omp_atk_pinned, 0) == omp_null_allocator);
  CHECK(with(1, (omp_alloctrait_key_t)99, 1, omp_atk_pinned, 0) == omp_null_allocator);
}

static void falls_back_to_default_memory(void) {
  omp_allocator_handle_t small = with(2, omp_atk_pool_size, 16, omp_atk_alignment, 256);
  void *memory = omp_alloc(17, small);
  CHECK(memory && is_aligned(memory, 256));
  memory = omp_realloc(memory, 100, omp_null_allocator, omp_null_allocator);
  CHECK(memory != NULL);
  omp_free(memory, omp_null_allocator);
  omp_destroy_allocator(small);
}

static void sets_default(clacc_thread *t, void *unused) {
  (void)unused;
  CHECK(omp_get_default_allocator() == omp_const_mem_alloc);
  omp_set_default_allocator((omp_allocator_handle_t)(omp_high_bw_mem_alloc + t->id));
  clacc_barrier(t);
  CHECK(omp_get_default_allocator() == (omp_allocator_handle_t)(omp_high_bw_mem_alloc + t->id));
}

static void defaults(void) {
  omp_allocator_handle_t small = with(2, omp_atk_pool_size, 16, omp_atk_fallback, omp_atv_null_fb);
  CHECK(omp_get_default_allocator() == omp_default_mem_alloc);
  omp_set_default_allocator(small);
  CHECK(omp_get_default_allocator() == small);
  CHECK(omp_alloc(17, omp_null_allocator) == NULL);
  omp_set_default_allocator(omp_const_mem_alloc);
  omp_set_default_allocator(omp_null_allocator);
  CHECK(omp_get_default_allocator() == omp_const_mem_alloc);
  team(4, sets_default, NULL);
  CHECK(omp_get_default_allocator() == omp_const_mem_alloc);
  omp_destroy_allocator(small);
}

/* Threads share a pool, and it is full or empty at the end. */
static void uses_pool(clacc_thread *t, void *pool) {
  int i;
  for (i = 0; i < 2000; ++i) {
    unsigned char *memory = omp_alloc(100, *(omp_allocator_handle_t *)pool);
    if (!memory) continue;
    memset(memory, t->id, 100);
    CHECK(memory[0] == t->id && memory[99] == t->id);
    omp_free(memory, *(omp_allocator_handle_t *)pool);
  }
}

static void shared_pool(void) {
  omp_allocator_handle_t pool = with(2, omp_atk_pool_size, 250, omp_atk_fallback, omp_atv_null_fb);
  void *memory;
  team(4, uses_pool, &pool);
  memory = omp_alloc(250, pool);
  CHECK(memory && omp_alloc(1, pool) == NULL);
  omp_free(memory, pool);
  omp_destroy_allocator(pool);
}

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) {
    omp_allocator_handle_t strict = with(2, omp_atk_pool_size, 8, omp_atk_fallback, omp_atv_abort_fb);
    omp_alloc(9, strict);
  }
  predefined();
  zeroed_and_aligned();
  traits();
  falls_back_to_default_memory();
  defaults();
  shared_pool();
  return done();
}
