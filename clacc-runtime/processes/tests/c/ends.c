/* One thread of a team does what the argument says, while the others wait for it. */
#include "check.h"
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static const char *what;

static int without_end(volatile int n) {
  volatile char room[1000];
  room[n % 1000] = 1;
  return without_end(n + 1) + room[n % 1000];
}

static void *nothing(void *args) {
  return args;
}

static void act(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread;
  if (strcmp(what, "segv") == 0) *(volatile int *)0 = 1;
  if (strcmp(what, "abort") == 0) abort();
  if (strcmp(what, "exit") == 0) exit(7);
  if (strcmp(what, "stack") == 0) without_end(0);
  if (strcmp(what, "open") == 0) CHECK(fopen("/dev/null", "w"));
  if (strcmp(what, "close") == 0) fclose(stdin);
  if (strcmp(what, "read") == 0) getchar();
  if (strcmp(what, "setenv") == 0) setenv("NAME", "value", 1);
  if (strcmp(what, "thread") == 0) pthread_create(&thread, 0, nothing, 0);
  if (strcmp(what, "mutex") == 0) pthread_mutex_lock(&mutex);
  if (strcmp(what, "fork") == 0) fork();
}

static void body(clacc_thread *t, void *args) {
  (void)args;
  if (t->id == 2) act();
  clacc_barrier(t);
}

static void nested(clacc_thread *t, void *args) {
  clacc_icv_set(CLACC_ICV_MAX_ACTIVE_LEVELS, 2);
  if (t->id == 1) clacc_fork(0, body, args, 3, 0);
  clacc_barrier(t);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  what = argv[2];
  printf("before\n");
  clacc_fork(0, strcmp(argv[1], "nested") == 0 ? nested : body, 0, 3, 0);
  printf("after\n");
  if (strcmp(what, "late fork") == 0) fork();
  return 0;
}
