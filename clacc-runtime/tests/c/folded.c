/* Compiles only when acc_on_device of a constant is a constant: the call in the dead branch has no definition. */
#include <openacc.h>

void acc2omp_test_never_called(void);

int main(void) {
  if (!acc_on_device(acc_device_host) || acc_on_device(acc_device_nvidia))
    acc2omp_test_never_called();
  return 0;
}
