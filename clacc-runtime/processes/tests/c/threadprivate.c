/* Copies of threadprivate variables stay from region to region with the number of the thread, and random numbers have one state. */
#include "check.h"

static void *cell, *other_cell;
static const int original = 5;
static const double other = 0.5;
static int drawn[64], count;

static int *mine(void) {
  return clacc_threadprivate(&cell, &original, sizeof original);
}

static void add(clacc_thread *t, void *args) {
  (void)args;
  *mine() += t->id + 1;
  CHECK(*(double *)clacc_threadprivate(&other_cell, &other, sizeof other) == 0.5);
}

static void read_back(clacc_thread *t, void *args) {
  int regions = *(int *)args;
  CHECK(*mine() == 5 + regions * (t->id + 1));
}

static void draw(clacc_thread *t, void *args) {
  (void)args;
  for (int i = 0; i < 8; ++i) {
    clacc_critical_begin(0);
    drawn[count++] = rand();
    clacc_critical_end(0);
  }
  clacc_barrier(t);
}

int main(void) {
  for (int regions = 1; regions < 4; ++regions) {
    clacc_fork(0, add, 0, 3, 0);
    clacc_fork(0, read_back, &regions, 3, 0);
  }
  CHECK(*mine() == 8);
  srand(7);
  clacc_fork(0, draw, 0, 3, 0);
  srand(7);
  for (int i = 0; i < count; ++i) CHECK(drawn[i] == rand());
  CHECK(count == 24);
  return 0;
}
