/* Launches regions of which the library knows where they stand. An argument: a call of that kind without a region. */
#include <clacc_abi.h>
#include <string.h>

static const clacc_site parallel = {sizeof(clacc_site), CLACC_SITE_PARALLEL, 0, "some\\ file.c", "work", 31, 35, 30, 50};
static const clacc_site kernels = {sizeof(clacc_site), 1, 0, "some\\ file.c", "work", 40, 41, 30, 50};

static void nothing(clacc_thread *t, void *args) {
  (void)t, (void)args;
}

static void outer(clacc_thread *t, void *args) {
  if (t->id == 0) clacc_fork(0, nothing, args, 2, CLACC_SERIAL);
}

int main(int argc, char **argv) {
  static const clacc_when never = {-1, -1, 0, 0, 0, -1};
  static const clacc_task_info empty = {&parallel, 0, 0, 0, 0, 0, 0};
  if (argc > 1 && strcmp(argv[1], "fork") == 0) clacc_fork(&parallel, 0, 0, 0, 0);
  if (argc > 1 && strcmp(argv[1], "gangs") == 0) clacc_gangs(&parallel, 0, 0, 0, 0);
  if (argc > 1 && strcmp(argv[1], "task") == 0) clacc_task(clacc_self(), &empty, 0, 0, 0);
  clacc_fork(&parallel, outer, 0, 2, 0);
  clacc_gangs(&kernels, 0, 7, nothing, 0);
  clacc_gangs(&kernels, &never, 7, nothing, 0);
  return 0;
}
