/* Nested calls, names with all kinds of bytes, and threads. */
#include "sites.h"
#include <pthread.h>

SITE(waits, WAIT, 40)
SITE(of_threads, SERIAL, 60)
SITE_IN("dir/s.c", "work", enters, DATA, ACC2OMP_SITE_ENTER, 10)
SITE_IN("dir/s.c", "work", leaves, DATA, ACC2OMP_SITE_EXIT, 10)
SITE_IN("C:\\q\"uote\xff\n.c", "f\t", odd, KERNELS, 0, 70)
SITE_IN(NULL, NULL, nowhere, PARALLEL, 0, 0)

static void construct(const acc2omp_site *site, int queue) {
  acc2omp_prof_begin(site, queue);
  acc2omp_prof_end(site);
}

static void *work(void *unused) {
  for (int round = 0; round < 1000; ++round) construct(&of_threads, acc_async_sync);
  return unused;
}

int main(void) {
  construct(&enters, acc_async_sync);
  construct(&odd, 3);
  construct(&waits, 3);
  construct(&leaves, acc_async_sync);
  construct(&nowhere, acc_async_sync);
  pthread_t threads[8];
  for (int number = 0; number < 8; ++number) pthread_create(&threads[number], NULL, work, NULL);
  for (int number = 0; number < 8; ++number) pthread_join(threads[number], NULL);
  return 0;
}
