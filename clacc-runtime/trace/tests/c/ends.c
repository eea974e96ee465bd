/* The program ends inside of a construct. */
#include "sites.h"

SITE(data, ENTER_DATA, 10)
SITE(region, PARALLEL, 20)

int main(void) {
  acc2omp_prof_begin(&data, acc_async_sync);
  acc2omp_prof_end(&data);
  acc2omp_prof_begin(&region, acc_async_sync);
  exit(3);
}
