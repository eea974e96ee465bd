/* Directives and routines, each once or some times. */
#include <openacc.h>

static int a[1024], b[256];

#line 100
static void rounds(void) {
  for (int round = 0; round < 3; ++round) {
#pragma omp target teams map(alloc : a) map(tofrom : b)
    a[1] = b[1] = round;
#pragma omp target update from(a[0:256])
  }
}

int main(void) {
#pragma omp target enter data map(to : a)
  rounds();
#pragma omp target exit data map(from : a)
#pragma omp target data map(ompx_hold, tofrom : b)
  {
#pragma omp target map(alloc : b)
    b[2] = 1;
  }
  acc_copyin(a, sizeof a);
  acc_copyout(a, sizeof a);
  acc_wait(3);
  acc_wait_all();
  return a[1] != 2 || b[1] != 2 || b[2] != 1;
}
