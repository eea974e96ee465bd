/* Regions whose threads are displayed with OMP_DISPLAY_AFFINITY: those of a team that is not the team of the last region. */
#include <clacc_abi.h>
#include <stdio.h>

static void nothing(clacc_thread *t, void *args) {
  (void)t, (void)args;
}

static void outer(clacc_thread *t, void *args) {
  if (t->id != 1) return;
  clacc_fork(0, nothing, args, 1, 0);
  clacc_fork(0, nothing, args, 1, 0);
}

/* Says which region comes, behind everything that was displayed before. */
static void region(const char *what, int32_t threads, void (*body)(clacc_thread *, void *)) {
  fprintf(stderr, "%s\n", what);
  clacc_fork(0, body, 0, threads, 0);
}

int main(void) {
  region("two", 2, nothing);
  region("the same two", 2, nothing);
  region("one", 1, nothing);
  region("the same one", 1, nothing);
  region("two and one below", 2, outer);
  clacc_affinity_format_set("level %L: %n");
  region("three, in another format", 3, nothing);
  fprintf(stderr, "gangs\n");
  clacc_gangs(0, 0, 4, nothing, 0);
  return 0;
}
