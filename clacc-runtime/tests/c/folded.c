/* Links only if acc_on_device is folded: the function called in the dead branch is not defined. */
#include <openacc.h>

void acc2omp_test_never_called(void);

int main(void) {
  if (!acc_on_device(acc_device_host) || acc_on_device(acc_device_nvidia))
    acc2omp_test_never_called();
  return 0;
}
