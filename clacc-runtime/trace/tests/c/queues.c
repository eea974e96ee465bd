/* Two queues, which run beside each other. */
#include <openacc.h>
#include <unistd.h>

static int a[4096], b[4096];

#line 200
int main(void) {
  for (int round = 0; round < 4; ++round) {
    char *one = acc2omp_async2dep(1), *two = acc2omp_async2dep(2);
#pragma omp target teams nowait depend(inout : *one) map(tofrom : a)
    a[round] = usleep(2000);
#pragma omp target teams nowait depend(inout : *two) map(tofrom : b)
    b[round] = usleep(2000);
  }
  acc_wait(1);
  acc_wait(2);
  return a[3] || b[3];
}
