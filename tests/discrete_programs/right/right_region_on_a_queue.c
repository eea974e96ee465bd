// expect: ok
#include <openacc.h>
#include <stdio.h>

/* The region counts in the structured counter at its beginning and at its end, with `async` too. */
int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
#pragma acc data copy(a) async(1)
  {
#pragma acc exit data delete(a) async(1)
#pragma acc parallel loop async(1)
    for (int i = 0; i < 5; ++i)
      a[i] *= 2;
  }
#pragma acc wait(1)
  if (acc_get_device_type() != acc_device_host && acc_is_present(a, sizeof a)) return 1;
  if (a[0] != 2 || a[4] != 10) return 2;
  puts("ok");
  return 0;
}
