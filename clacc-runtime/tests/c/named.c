/* The types that the environment gives to devices; device code gets that of the others from ACC2OMP_NOHOST_TYPE. */
#include "check.h"

int main(void) {
  CHECK(acc_get_num_devices(acc_device_not_host) == 4);
  acc_set_device_num(1, acc_device_nvidia);
  CHECK(acc_get_device_type() == acc_device_nvidia && acc_get_device_num(acc_device_nvidia) == 1);
  acc_set_device_num(0, acc_device_radeon);
  CHECK(acc_get_device_type() == acc_device_radeon && acc_get_device_num(acc_device_not_host) == 0);
  CHECK(acc_get_num_devices(acc_device_radeon) == 1 && acc_get_num_devices(acc_device_nvidia) == 3);
  for (int device = 0; device < 2; ++device) {
    acc_device_t type = device == 0 ? acc_device_radeon : acc_device_nvidia;
    int host = -1, not_host = -1, radeon = -1, nvidia = -1;
    acc_set_device_num(0, type);
#pragma omp target map(from : host, not_host, radeon, nvidia)
    {
      host = acc_on_device(acc_device_host);
      not_host = acc_on_device(acc_device_not_host);
      radeon = acc_on_device(acc_device_radeon);
      nvidia = acc_on_device(acc_device_nvidia);
    }
    CHECK(!host && not_host && !radeon && nvidia == (ACC2OMP_NOHOST_TYPE == acc_device_nvidia));
  }
  CHECK(acc_on_device(acc_device_host) && !acc_on_device(acc_device_nvidia));
  return done("named");
}
