/* What a program must not have when its first team begins. Without the macro: a second thread. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

#ifdef THREAD_LOCAL
static _Thread_local int own = 3;
#else
static int own = 3;
static void *wait(void *args) {
  pause();
  return args;
}
#endif

static void body(clacc_thread *t, void *args) {
  (void)t, (void)args;
  own++;
}

int main(void) {
#ifndef THREAD_LOCAL
  pthread_t thread;
  CHECK(pthread_create(&thread, 0, wait, 0) == 0);
#endif
  clacc_fork(0, body, 0, 1, 0);
  CHECK(own == 4);
  clacc_fork(0, body, 0, 2, 0);
  return 0;
}
