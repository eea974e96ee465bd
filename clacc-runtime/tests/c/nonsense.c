/* Random calls with arguments good and bad: nothing, unaligned, freed, overlapping, of no device. Each one must give a
   result, or end the program with a message and status 1. Arguments: a seed, how many calls.

   What no library can survive is left out: bytes that are copied are memory of the program. */
#include "check.h"
#include <limits.h>
#include <stdint.h>

enum { BLOCKS = 4, BYTES = 4096, ROOMS = 8 };

static char *blocks[BLOCKS], *rooms[ROOMS];
static void *freed;
static uint64_t state;

static unsigned below(unsigned limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % limit;
}

#define PICK(...) ((const int[]){__VA_ARGS__})[below(sizeof((const int[]){__VA_ARGS__}) / sizeof(int))]

static int rarely(void) { return !below(60); }

/* Mostly a whole block, sometimes a part of one, or nothing. */
static char *data(size_t *bytes) {
  size_t offset = 0;
  *bytes = BYTES;
  if (rarely()) {
    size_t wanted = (size_t)PICK(0, 1, 8, 64, 4096);
    offset = (size_t)PICK(0, 1, 7, 64, 4088, 4095);
    *bytes = wanted < BYTES - offset ? wanted : BYTES - offset;
  }
  return below(20) ? blocks[below(BLOCKS)] + offset : NULL;
}

/* Addresses that are never read or written through. */
static void *anything(size_t *bytes) {
  switch (below(8)) {
  case 0:
    *bytes = (size_t)PICK(0, 1, 8);
    return freed;
  case 1:
    *bytes = 64;
    return rooms[below(ROOMS)];
  case 2:
    *bytes = SIZE_MAX;
    return blocks[below(BLOCKS)];
  case 3:
    *bytes = (size_t)PICK(0, 1, 64);
    return (void *)(uintptr_t)(below(2) ? 0x10 : UINTPTR_MAX - 3);
  default:
    return data(bytes);
  }
}

static int queue(void) { return PICK(0, 1, 1, 7, 7, INT_MAX, -1, -2, -3, rarely() ? -4 : 3, rarely() ? INT_MIN : 5); }
static int number(void) { return PICK(0, 0, 0, 0, rarely(), rarely() ? 3 : 0, rarely() ? -1 : 0, rarely() ? 77 : 0, rarely() ? INT_MAX : 0); }
static acc_device_t type(void) {
  return (acc_device_t)PICK(1, 1, 1, -1, -1, 0, 2, rarely() ? 4 : 1, 10, rarely() ? 5 : 1, rarely() ? 3 : 1, rarely() ? -7 : 1);
}

static void enter_or_leave(void) {
  size_t bytes;
  char *x = data(&bytes);
  switch (below(11)) {
  case 0: acc_copyin(x, bytes); break;
  case 1: acc_copyin_async(x, bytes, queue()); break;
  case 2: acc_create(x, bytes); break;
  case 3: acc_create_async(x, bytes, queue()); break;
  case 4: acc_copyout(x, bytes); break;
  case 5: acc_copyout_async(x, bytes, queue()); break;
  case 6: acc_copyout_finalize(x, bytes); break;
  case 7: acc_delete(x, bytes); break;
  case 8: acc_delete_async(x, bytes, queue()); break;
  case 9: acc_delete_finalize_async(x, bytes, queue()); break;
  default: acc_delete_finalize(x, bytes); break;
  }
}

static void update(void) {
  size_t bytes;
  char *x = data(&bytes);
  if (!rarely()) {
    acc_wait_all();
    if (!acc_is_present(x, bytes))
      acc_copyin(x, bytes);
  }
  switch (below(4)) {
  case 0: acc_update_device(x, bytes); break;
  case 1: acc_update_self(x, bytes); break;
  case 2: acc_update_device_async(x, bytes, queue()); break;
  default: acc_update_self_async(x, bytes, queue()); break;
  }
}

static void look(void) {
  size_t bytes;
  void *x = anything(&bytes);
  switch (below(6)) {
  case 0: acc_is_present(x, bytes); break;
  case 1: acc_deviceptr(x); break;
  case 2: acc_hostptr(x); break;
  case 3: if (rarely()) acc_create(x, bytes); break;
  case 4: acc_hostptr(acc_deviceptr(x)); break;
  default: if (rarely()) acc_delete(x, bytes); break;
  }
}

static void memory(void) {
  unsigned n = below(ROOMS);
  size_t bytes;
  char *x = data(&bytes);
  switch (below(6)) {
  case 0: acc_wait_all(); acc_free(rooms[n]); rooms[n] = NULL; break;
  case 1: acc_malloc(SIZE_MAX / 2 + below(2)); break;
  case 2: if (rarely()) acc_free(anything(&bytes)); break;
  case 3: if (rarely()) acc_map_data(x, rooms[n], 64); break;
  case 4: if (rarely()) acc_unmap_data(anything(&bytes)); break;
  default:
    if (!rooms[n]) rooms[n] = acc_malloc(BYTES);
    break;
  }
}

static void copy(void) {
  size_t bytes;
  char *x = data(&bytes), *y = rooms[below(ROOMS)];
  if ((!x || !y) && !rarely())
    bytes = 0;
  switch (below(6)) {
  case 0: acc_memcpy_to_device(y, x, bytes); break;
  case 1: acc_memcpy_from_device(x, y, bytes); break;
  case 2: acc_memcpy_device(y, y ? y + 1 : y, bytes / 2); break;
  case 3: acc_memcpy_to_device_async(y, x, bytes, queue()); break;
  case 4: if (rarely()) acc_memcpy_d2d(x, x, bytes, number(), number()); break;
  default: acc_memcpy_from_device_async(x, y, bytes, queue()); break;
  }
}

static void attach(void) {
  static void *pointers[2];
  size_t bytes;
  acc_wait_all();
  pointers[0] = data(&bytes);
  if (below(2))
    acc_copyin(pointers, sizeof pointers);
  void **variable = rarely() ? NULL : &pointers[below(2)];
  switch (below(4)) {
  case 0: acc_attach(variable); break;
  case 1: acc_detach(variable); break;
  case 2: acc_attach_async(variable, queue()); break;
  default: acc_detach_finalize(variable); break;
  }
}

static void queues(void) {
  int several[3] = {queue(), queue(), queue()};
  switch (below(9)) {
  case 0: acc_wait(queue()); break;
  case 1: acc_wait_async(queue(), queue()); break;
  case 2: acc_wait_all_async(queue()); break;
  case 3: acc_async_test(queue()); break;
  case 4: acc_async_test_all(); break;
  case 5: acc_set_default_async(queue()); break;
  case 6: acc_wait_any(PICK(-1, 0, 1, 3), rarely() ? NULL : several); break;
  case 7: acc2omp_async2dep(queue()); break;
  default: acc_wait_all(); break;
  }
}

static void devices(void) {
  int property = PICK(1, 2, 3, 0x10001, 0x10002, 0x10003, rarely() ? 0 : 1, rarely() ? 99 : 2);
  switch (below(12)) {
  case 0: acc_set_device_num(number(), type()); break;
  case 1: if (rarely()) acc_set_device_type(type()); break;
  case 2: acc_get_num_devices(type()); break;
  case 3: acc_get_device_num(type()); break;
  case 4: acc_get_property(number(), type(), (acc_device_property_t)property); break;
  case 5: acc_get_property_string(number(), type(), (acc_device_property_t)property); break;
  case 6: acc_init_device(number(), type()); break;
  case 7: acc_shutdown_device(number(), type()); break;
  case 8: acc_on_device(type()); break;
  case 9: acc_wait_device(queue(), number()); break;
  case 10: acc_async_test_all_device(number()); break;
  default: acc_set_device_num(0, acc_get_num_devices(acc_device_not_host) ? acc_device_not_host : acc_device_host); break;
  }
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  int calls = argc > 2 ? atoi(argv[2]) : 300;
  for (int n = 0; n < BLOCKS; ++n)
    blocks[n] = malloc(BYTES);
  freed = malloc(BYTES);
  free(freed);
  static void (*const kinds[])(void) = {enter_or_leave, enter_or_leave, update, look,    memory,
                                        copy,           attach,         queues, devices, queues};
  while (calls-- > 0)
    kinds[below(sizeof kinds / sizeof *kinds)]();
  acc_wait_all();
  return 0;
}
