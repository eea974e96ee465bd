/* What a program must not have when its first team begins: variables of thread-local storage, a second thread; and what it must
   not ask for: events of `detach`, while cancellation is merely off. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

#ifdef THREAD_LOCAL
static _Thread_local int own = 3;
#else
static int own = 3;
#endif

#ifdef THREAD
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
#ifdef THREAD
  pthread_t thread;
  CHECK(pthread_create(&thread, 0, wait, 0) == 0);
#endif
#ifdef DETACH
  CHECK(clacc_icv_get(CLACC_ICV_CANCELLATION) == 0);
  clacc_event();
#endif
  clacc_fork(0, body, 0, 1, 0);
  CHECK(own == 4);
  clacc_fork(0, body, 0, 2, 0);
  return 0;
}
