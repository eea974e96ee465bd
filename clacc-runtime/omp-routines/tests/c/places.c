/* The routines about places, where each processor is one (OMP_PLACES=threads, OMP_PROC_BIND=close). */
#define _GNU_SOURCE
#include "check.h"

#include <sched.h>

enum { MOST = 1024 };

static int processors;
static cpu_set_t allowed;
static int place_of[MOST];

static void close_to_each_other(clacc_thread *t, void *unused) {
  int list[MOST], i;
  (void)unused;
  CHECK(omp_get_proc_bind() == omp_proc_bind_close);
  place_of[t->id] = omp_get_place_num();
  CHECK(omp_get_partition_num_places() == processors);
  omp_get_partition_place_nums(list);
  for (i = 0; i < processors; ++i) CHECK(list[i] == i);
}

static void spread_out(clacc_thread *t, void *unused) {
  int list[MOST] = {-1}, ids[MOST] = {-1};
  cpu_set_t mine;
  (void)unused;
  place_of[t->id] = omp_get_place_num();
  CHECK(omp_get_partition_num_places() == 1);
  omp_get_partition_place_nums(list);
  CHECK(list[0] == omp_get_place_num());
  omp_get_place_proc_ids(list[0], ids);
  CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
  CHECK(CPU_COUNT(&mine) == 1 && CPU_ISSET(ids[0], &mine));
}

static void check_distinct(void) {
  int i, j;
  for (i = 0; i < processors; ++i) {
    CHECK(place_of[i] >= 0 && place_of[i] < processors);
    for (j = 0; j < i; ++j) CHECK(place_of[i] != place_of[j]);
  }
}

int main(void) {
  int place, id = -1;
  CHECK(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
  processors = CPU_COUNT(&allowed);
  CHECK(omp_get_num_places() == processors);
  for (place = 0; place < processors; ++place) {
    CHECK(omp_get_place_num_procs(place) == 1);
    omp_get_place_proc_ids(place, &id);
    CHECK(id >= 0 && CPU_ISSET(id, &allowed));
  }
  CHECK(omp_get_place_num_procs(processors) == 0 && omp_get_place_num_procs(-1) == 0);
  id = 77;
  omp_get_place_proc_ids(processors, &id);
  CHECK(id == 77);
  team(processors, close_to_each_other, NULL);
  check_distinct();
  clacc_fork(NULL, spread_out, NULL, processors, CLACC_BIND_SPREAD);
  check_distinct();
  return done();
}
