/* A barrier of a function that is called from a region, which is cancelled: it can never be complete. */
#include "check.h"
#include <clacc_abi.h>

static const char *kind;

static void combine(void *into, const void *from) { (void)into, (void)from; }

static void called(void) {
  int32_t mine = 0;
  if (kind[0] == 'b') clacc_barrier(clacc_self());
  if (kind[0] == 'l') clacc_loop_begin(clacc_self(), 0, 0, CLACC_STATIC), clacc_loop_end(clacc_self(), 0);
  if (kind[0] == 'r') clacc_reduce(clacc_self(), &mine, sizeof mine, combine, CLACC_REDUCE_ALL);
}

static void region(clacc_thread *t, void *args) {
  (void)args;
  if (t->id == t->count / 2 && clacc_cancel(t, CLACC_CANCEL_PARALLEL)) return;
  called();
}

int main(int count, char **words) {
  kind = words[1];
  clacc_fork(0, region, 0, count > 2 ? atoi(words[2]) : 2, 0);
  return 0;
}
