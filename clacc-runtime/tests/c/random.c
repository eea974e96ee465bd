/* Random sequences of routines and directives beside a model of the data environment: reference counts, what is present,
   and the bytes of every device copy. Arguments: seed, steps. */
#include "check.h"

enum { BLOCKS = 6, LENGTH = 40, GAP = 8 };

static unsigned char host[BLOCKS * (LENGTH + GAP)];

static struct block {
  int count, first, length; /* the part that is present; with count 0, nothing is */
  unsigned char device[LENGTH], expect[LENGTH];
} model[BLOCKS];

static unsigned long long state;

static int below(int limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state >> 33) % limit;
}

static unsigned char *base(int b) { return host + b * (LENGTH + GAP); }

static int inside(struct block *m, int first, int length) {
  return m->count > 0 && first >= m->first && first + length <= m->first + m->length;
}

static int touches(struct block *m, int first, int length) {
  return m->count > 0 && first < m->first + m->length && m->first < first + length;
}

static void enter(int b, int first, int length, int copy, int how) {
  struct block *m = &model[b];
  unsigned char *p = base(b) + first;
  if (m->count > 0 && !inside(m, first, length))
    return; /* it would be a fault if they touch, see faults.c; the model has one run of bytes per block */
  int fresh = m->count == 0;
  if (how == 0) {
    void *device = copy ? acc_copyin(p, length) : acc_create(p, length);
    CHECK(device == acc_deviceptr(p));
  } else if (how == 1) {
    if (copy)
      acc_copyin_async(p, length, b);
    else
      acc_create_async(p, length, b);
  } else if (copy) {
#pragma omp target enter data map(to : p[0 : length])
  } else {
#pragma omp target enter data map(alloc : p[0 : length])
  }
  ++m->count;
  if (fresh) {
    m->first = first;
    m->length = length;
    if (copy) {
      memcpy(m->device + first, p, length);
    } else {
      acc_wait(b);
      acc_update_device(p, length); /* so that the bytes are known */
      memcpy(m->device + first, p, length);
    }
  }
}

static void leave(int b, int first, int length, int copy, int finalize, int how) {
  struct block *m = &model[b];
  unsigned char *p = base(b) + first;
  if (touches(m, first, length) && !inside(m, first, length))
    return;
  if (how == 0 && copy)
    finalize ? acc_copyout_finalize(p, length) : acc_copyout(p, length);
  else if (how == 0)
    finalize ? acc_delete_finalize(p, length) : acc_delete(p, length);
  else if (how == 1 && copy)
    finalize ? acc_copyout_finalize_async(p, length, b) : acc_copyout_async(p, length, b);
  else if (how == 1)
    finalize ? acc_delete_finalize_async(p, length, b) : acc_delete_async(p, length, b);
  else if (!inside(m, first, length))
    return;
  else if (finalize) {
#pragma omp target exit data map(delete : p[0 : length])
    copy = 0;
  } else if (copy) {
#pragma omp target exit data map(from : p[0 : length])
  } else {
#pragma omp target exit data map(release : p[0 : length])
  }
  if (how == 1)
    acc_wait(b);
  if (!inside(m, first, length))
    return;
  m->count = finalize ? 0 : m->count - 1;
  if (m->count == 0 && copy)
    memcpy(base(b) + first, m->device + first, length), memcpy(m->expect + first, m->device + first, length);
}

static void update(int b, int first, int length, int to_device, int how) {
  struct block *m = &model[b];
  unsigned char *p = base(b) + first;
  if (!inside(m, first, length))
    return;
  if (to_device) {
    how ? acc_update_device_async(p, length, b) : acc_update_device(p, length);
    acc_wait(b);
    memcpy(m->device + first, p, length);
  } else {
    how ? acc_update_self_async(p, length, b) : acc_update_self(p, length);
    acc_wait(b);
    memcpy(m->expect + first, m->device + first, length);
  }
}

static void kernel(int b, int value) {
  struct block *m = &model[b];
  unsigned char *p = base(b);
  int first = m->first, length = m->length;
  if (m->count == 0)
    return;
#pragma omp target map(alloc : p[first : length])
  for (int i = first; i < first + length; ++i)
    p[i] = (unsigned char)(value + i);
  for (int i = first; i < first + length; ++i)
    m->device[i] = (unsigned char)(value + i);
}

static void compare(int b) {
  struct block *m = &model[b];
  CHECK(!memcmp(base(b), m->expect, LENGTH));
  for (int i = 0; i < LENGTH; ++i) {
    int here = inside(m, i, 1);
    CHECK(acc_is_present(base(b) + i, 1) == here);
    CHECK((acc_deviceptr(base(b) + i) != NULL) == here);
  }
  if (m->count == 0)
    return;
  unsigned char copy[LENGTH];
  unsigned char *device = acc_deviceptr(base(b) + m->first);
  CHECK(acc_is_present(base(b) + m->first, m->length));
  CHECK(!acc_is_present(base(b) + m->first, m->length + 1));
  CHECK(acc_hostptr(device + m->length - 1) == base(b) + m->first + m->length - 1);
  acc_memcpy_from_device(copy, device, m->length);
  CHECK(!memcmp(copy, m->device + m->first, m->length));
}

int main(int argc, char **argv) {
  state = 0x9e3779b97f4a7c15ull * (argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
  int steps = argc > 2 ? atoi(argv[2]) : 300, ways = mixing_is_inexact() ? 2 : 3;
  if (shared())
    return 0; /* nothing is copied, so that every value is the host's */
  for (int step = 0; step < steps && failures == 0; ++step) {
    int b = below(BLOCKS), first = below(LENGTH - 1), length = 1 + below(LENGTH - first);
    int flag = below(2), how = below(ways);
    switch (below(6)) {
    case 0:
    case 1: enter(b, first, length, flag, how); break;
    case 2: leave(b, first, length, flag, below(4) == 0, how); break;
    case 3: update(b, first, length, flag, how % 2); break;
    case 4: kernel(b, below(256)); break;
    default:
      base(b)[first] = model[b].expect[first] = (unsigned char)below(256);
    }
    acc_wait(b);
    compare(b);
    if (failures)
      fprintf(stderr, "seed %s, step %d\n", argc > 1 ? argv[1] : "1", step);
  }
  return failures != 0;
}
