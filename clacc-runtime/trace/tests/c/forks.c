/* Children with and without constructs of their own; the first is made while other threads have events. */
#include "sites.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

SITE(of_parent, PARALLEL, 10)
SITE(of_child, SERIAL, 20)

static int is_over;

static void *work(void *unused) {
  while (!__atomic_load_n(&is_over, __ATOMIC_SEQ_CST)) {
    acc2omp_prof_begin(&of_parent, acc_async_sync);
    acc2omp_prof_end(&of_parent);
  }
  return unused;
}

static int ended(pid_t child) {
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  acc2omp_prof_begin(&of_parent, acc_async_sync);
  for (int round = 0; round < 50; ++round) {
    pid_t child = fork();
    if (!child) {
      if (round == 7) {
        acc2omp_prof_begin(&of_child, acc_async_sync);
        acc2omp_prof_end(&of_child);
      }
      acc2omp_prof_end(&of_parent);
      exit(5);
    }
    if (ended(child) != 5) return 1;
  }
  acc2omp_prof_end(&of_parent);
  __atomic_store_n(&is_over, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, NULL);
  return 0;
}
