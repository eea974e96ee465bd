/* Makes one fault, which the argument names. Every fault ends the program with a message and status 1. */
#include "check.h"

static double a[N];

int main(int argc, char **argv) {
  const char *fault = argc > 1 ? argv[1] : "";
  void *null = NULL, **nowhere = NULL;
#define CASE(name) if (!strcmp(fault, #name))
  printf("before %s\n", fault);
  acc_init(acc_device_default);
  CASE(update_absent) acc_update_self(a, 80);
  CASE(update_partly) {
    acc_copyin(a + 5, 80);
    acc_update_device(a, 80);
  }
  CASE(copyin_partly) {
    acc_copyin(a + 5, 80);
    acc_copyin(a, 80);
  }
  CASE(create_around) {
    acc_copyin(a + 5, 80);
    acc_create(a, sizeof a);
  }
  CASE(create_around_directive) {
#pragma omp target enter data map(to : a[5 : 10])
    acc_create(a, sizeof a);
  }
  CASE(create_too_much) acc_create(a, (size_t)-1 / 2);
  CASE(create_async_too_much) acc_create_async(a, (size_t)1 << 60, 1);
  CASE(delete_partly) {
    acc_copyin(a + 5, 80);
    acc_delete(a + 10, 80);
  }
  CASE(update_async) {
    acc_update_self_async(a, 80, 1);
    acc_wait(1);
  }
  CASE(map_twice) {
    void *room = acc_malloc(80);
    acc_map_data(a, room, 80);
    acc_map_data(a, room, 80);
  }
  CASE(map_null) acc_map_data(NULL, a, 80);
  CASE(unmap) acc_unmap_data(a);
  CASE(unmap_null) acc_unmap_data(NULL);
  CASE(free_unknown) acc_free(a);
  CASE(free_twice) {
    void *room = acc_malloc(80);
    acc_free(room);
    acc_free(room);
  }
  CASE(attach_null) acc_attach(nowhere);
  CASE(detach_null) acc_detach_finalize_async(nowhere, 3);
  CASE(copy_null) acc_memcpy_to_device(null, a, 8);
  CASE(copy_from_null) acc_memcpy_from_device(a, null, 8);
  CASE(queue) acc_wait(-9);
  CASE(queue_default) acc_set_default_async(-9);
  CASE(queue_address) acc2omp_async2dep(-9);
  CASE(queue_list) acc_wait_any(2, NULL);
  CASE(device_type) acc_set_device_type((acc_device_t)99);
  CASE(no_type) acc_set_device_type(acc_device_none);
  CASE(no_radeon) acc_init(acc_device_radeon);
  CASE(device_number) acc_set_device_num(77, acc_device_host);
  CASE(wait_device) acc_wait_device(1, 77);
  CASE(property_device) acc_get_property(3, acc_device_host, acc_property_memory);
  CASE(d2d_device) acc_memcpy_d2d(a, a + 10, 8, 0, 77);
  CASE(d2d_absent) acc_memcpy_d2d(a, a + 10, 8, 0, 1);
  return 0;
}
