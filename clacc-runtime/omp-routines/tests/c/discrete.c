/* The routines about devices and their memory, on two devices with a memory of their own. An argument names a wrong program. */
#include "check.h"

#include <string.h>

static void information(void) {
  CHECK(omp_get_num_devices() == 2);
  CHECK(omp_get_initial_device() == 2 && omp_get_device_num() == 2);
  CHECK(omp_is_initial_device());
  CHECK(omp_get_default_device() == 0);
  omp_set_default_device(1);
  CHECK(omp_get_default_device() == 1);
  omp_set_default_device(-1);
  CHECK(omp_get_default_device() == 2);
}

static void memory(void) {
  int host = omp_get_initial_device();
  double values[4] = {1, 2, 3, 4}, back[4] = {0};
  for (int device = 0; device < 2; device++) {
    double *copy = omp_target_alloc(sizeof values, device), *other = omp_target_alloc(sizeof values, !device);
    CHECK(copy != NULL && other != NULL);
    CHECK(omp_target_memcpy(copy, values, sizeof values, 0, 0, device, host) == 0);
    CHECK(omp_target_memcpy(other, copy, sizeof values, 0, 0, !device, device) == 0);
    CHECK(omp_target_memcpy(back, other, sizeof *back, 8, 16, -1, !device) == 0);
    CHECK(back[0] == 0 && back[1] == 3);
    CHECK(!omp_target_is_present(values, device) && omp_target_is_present(values, host));
    CHECK(omp_target_associate_ptr(values, copy, 3 * sizeof *values, 8, device) == 0);
    CHECK(omp_target_is_present(values, device) && !omp_target_is_present(values, !device));
    CHECK(omp_get_mapped_ptr(values + 2, device) == (void *)(copy + 3));
    CHECK(omp_get_mapped_ptr(values + 3, device) == NULL && omp_get_mapped_ptr(values, host) == (void *)values);
    CHECK(omp_target_associate_ptr(values, copy, 8, 0, device) != 0);
    CHECK(omp_target_disassociate_ptr(values, device) == 0 && omp_target_disassociate_ptr(values, device) != 0);
    CHECK(!omp_target_is_accessible(values, 8, device));
    omp_target_free(copy, device);
    omp_target_free(other, !device);
  }
  CHECK(omp_target_alloc(8, 3) == NULL);
}

static void rectangle(void) {
  int values[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}, back[2][2] = {{0}};
  size_t volume[] = {2, 2}, at[] = {1, 1}, none[] = {0, 0}, all[] = {3, 4}, part[] = {2, 2};
  void *copy = omp_target_alloc(sizeof values, 0);
  CHECK(omp_target_memcpy(copy, values, sizeof values, 0, 0, 0, -1) == 0);
  CHECK(omp_target_memcpy_rect(back, copy, sizeof(int), 2, volume, none, at, part, all, -1, 0) == 0);
  CHECK(back[0][0] == 5 && back[1][1] == 10);
  omp_target_free(copy, 0);
}

struct seen { int is_host, number; };

static void look(clacc_thread *t, void *v) {
  struct seen *seen = *(struct seen **)v;
  (void)t;
  seen->is_host = omp_is_initial_device();
  seen->number = omp_get_device_num();
}

/* What code of a device is told of where it runs. */
static void in_device_code(void) {
  static const clacc_param param[] = {{0, CLACC_ADDRESS_OF, sizeof(struct seen), "seen"}};
  for (int device = -1; device < 2; device++) {
    struct seen seen = {7, 7}, *known = &seen;
    clacc_item item = {known, sizeof seen, NULL, "seen", CLACC_FROM, 0};
    clacc_target(NULL, device, 1, look, &known, sizeof known, 0, 1, param, 1, &item);
    CHECK(seen.is_host == (device < 0) && seen.number == (device < 0 ? 2 : device));
  }
}

int main(int argc, char **argv) {
  double values[4] = {0};
  void *copy;
  if (argc < 2) {
    information();
    memory();
    rectangle();
    in_device_code();
    return done();
  }
  copy = omp_target_alloc(8, 0);
  if (strcmp(argv[1], "short") == 0) omp_target_memcpy(copy, values, 16, 0, 0, 0, -1);
  if (strcmp(argv[1], "swapped") == 0) omp_target_memcpy(copy, values, 8, 0, 0, -1, 0);
  omp_target_free(copy, 0);
  if (strcmp(argv[1], "twice") == 0) omp_target_free(copy, 0);
  return 0;
}
