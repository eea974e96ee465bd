/* What threads share, processes share: objects of static storage, of the heap (also blocks that are made, moved and freed by other processes),
   of all stacks, and memory that the program maps itself. Each process writes, all others read behind a barrier. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 4 };
static int in_data[THREADS] = {-1, -1, -1, -1}, in_bss[THREADS];
static double large[1 << 20];
static int *in_heap, *of_thread[THREADS], *mapped;

struct shared {
  int *of_main;
  int *local[THREADS];
  pid_t process[THREADS];
};

static void read_all(struct shared *shared) {
  for (int i = 0; i < THREADS; ++i) {
    CHECK(in_data[i] == i && in_bss[i] == i && in_heap[i] == i && shared->of_main[i] == i && mapped[i] == i);
    CHECK(large[i << 18] == i && *shared->local[i] == i && of_thread[i][1000] == i);
    for (int j = 0; j < i; ++j) CHECK(shared->process[i] != shared->process[j]);
  }
}

static void write_and_read(clacc_thread *t, void *args) {
  struct shared *shared = args;
  int i = t->id, local = i;
  shared->process[i] = getpid();
  in_data[i] = in_bss[i] = in_heap[i] = shared->of_main[i] = mapped[i] = i;
  large[i << 18] = i;
  of_thread[i] = realloc(malloc(10), 5000);
  of_thread[i][1000] = i;
  shared->local[i] = &local;
  clacc_barrier(t);
  read_all(shared);
  clacc_barrier(t);
  free(of_thread[(i + 1) % THREADS]);
}

/* Blocks of all sizes and alignments, by all processes at once; none overlaps another one. */
static void allocate(clacc_thread *t, void *args) {
  enum { BLOCKS = 300 };
  (void)args;
  unsigned char *block[BLOCKS];
  for (size_t round = 0; round < 3; ++round) {
    for (size_t i = 0; i < BLOCKS; ++i) {
      size_t align = (size_t)16 << i % 9, bytes = i * i % 70000 + 1;
      block[i] = i % 3 ? malloc(bytes) : aligned_alloc(align, (bytes + align) / align * align);
      CHECK(block[i] && (uintptr_t)block[i] % (i % 3 ? 16 : align) == 0);
      memset(block[i], (int)(t->id + i), bytes);
    }
    for (size_t i = 0; i < BLOCKS; ++i) {
      for (size_t j = 0; j < i * i % 70000 + 1; ++j) CHECK(block[i][j] == (unsigned char)(t->id + i));
      free(block[i]);
    }
    unsigned char *zero = calloc(3, 700000);
    for (size_t j = 0; j < 2100000; j += 101) CHECK(zero[j] == 0);
    memset(zero, 1, 2100000);
    free(zero);
  }
}

/* Deep stacks: that of the first thread is larger than it was when its memory was exchanged. */
static int deep(int n) {
  volatile char room[100000];
  room[0] = (char)n;
  return n == 0 ? room[0] : deep(n - 1) + room[0];
}

static void inner(clacc_thread *t, void *args) {
  int *sums = args;
  sums[t->id] += clacc_ancestor(1) + 1;
}

static void outer(clacc_thread *t, void *args) {
  int sums[2] = {0, 0}, *all = args;
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 2);
  clacc_fork(0, inner, sums, 2, 0);
  CHECK(sums[0] == t->id + 1 && sums[1] == t->id + 1);
  all[t->id] = deep(60);
}

int main(void) {
  int of_main[THREADS] = {0};
  for (int round = 0; round < 3; ++round) {
    struct shared shared = {of_main, {0}, {0}};
    in_heap = calloc(THREADS, sizeof *in_heap);
    mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(in_heap && mapped != MAP_FAILED);
    clacc_fork(0, write_and_read, &shared, THREADS, 0);
    CHECK(shared.process[0] == getpid() && in_heap[3] == 3);
    free(in_heap);
    munmap(mapped, 4096);
    memset(in_data, -1, sizeof in_data);
  }
  clacc_fork(0, allocate, 0, THREADS, 0);
  int all[3] = {0};
  clacc_fork(0, outer, all, 3, 0);
  CHECK(deep(60) == 1830 && all[0] == 1830 && all[2] == 1830);
  return 0;
}
