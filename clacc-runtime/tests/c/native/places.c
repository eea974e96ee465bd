/* Prints the place of each thread of a region, and checks that the thread is there and nowhere else. */
#define _GNU_SOURCE
#include "check.h"
#include <clacc_abi.h>
#include <sched.h>

static int places[64];

static void look(clacc_thread *t, void *args) {
  int32_t place = (int32_t)clacc_icv_get(CLACC_ICV_PLACE), ids[1024], count = clacc_place_processors(place, ids);
  int64_t first = clacc_icv_get(CLACC_ICV_PARTITION_FIRST), in_partition = clacc_icv_get(CLACC_ICV_PARTITION_COUNT);
  cpu_set_t mask;
  (void)args;
  places[t->id] = place;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  if (place < 0) return;
  CHECK(first <= place && place < first + in_partition);
  CHECK(count == CPU_COUNT(&mask));
  for (int i = 0; i < count; ++i) CHECK(CPU_ISSET(ids[i], &mask));
}

int main(void) {
  static const uint32_t flags[] = {0, CLACC_BIND_PRIMARY, CLACC_BIND_CLOSE, CLACC_BIND_SPREAD};
  CHECK(clacc_place_processors(-1, 0) == 0 && clacc_place_processors(9999, 0) == 0);
  printf("%d:", (int)clacc_icv_get(CLACC_ICV_PLACES));
  for (int i = 0; i < 4; ++i) {
    clacc_fork(0, look, 0, 3, flags[i]);
    printf(" %d %d %d", places[0], places[1], places[2]);
  }
  printf("\n");
  return 0;
}
