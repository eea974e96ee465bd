/* Prints what the control variables are at the start, and how many threads regions have at two levels. */
#include <clacc_abi.h>
#include <stdio.h>

static void inner(clacc_thread *t, void *args) {
  if (t->id == 0) *(int32_t *)args = t->count;
}
static void outer(clacc_thread *t, void *args) {
  int32_t *counts = args, below = 0;
  clacc_fork(0, inner, &below, 0, 0);
  if (t->id == 0) counts[0] = t->count, counts[1] = below;
}

int main(void) {
  static const uint32_t which[] = {CLACC_ICV_THREADS, CLACC_ICV_DYNAMIC, CLACC_ICV_MAX_ACTIVE_LEVELS, CLACC_ICV_SCHEDULE,
                                   CLACC_ICV_CHUNK, CLACC_ICV_THREAD_LIMIT, CLACC_ICV_BIND};
  int32_t counts[2];
  for (unsigned i = 0; i < sizeof which / sizeof *which; ++i) printf("%ld ", (long)clacc_icv_get(which[i]));
  clacc_fork(0, outer, counts, 0, 0);
  printf("| %d %d\n", counts[0], counts[1]);
  return 0;
}
