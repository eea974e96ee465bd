/* The types that the environment gives to devices. */
#include "check.h"

int main(void) {
  CHECK(acc_get_num_devices(acc_device_not_host) == 4);
  acc_set_device_num(1, acc_device_nvidia);
  CHECK(acc_get_device_type() == acc_device_nvidia && acc_get_device_num(acc_device_nvidia) == 1);
  acc_set_device_num(0, acc_device_radeon);
  CHECK(acc_get_device_type() == acc_device_radeon && acc_get_device_num(acc_device_not_host) == 0);
  CHECK(acc_get_num_devices(acc_device_radeon) == 1 && acc_get_num_devices(acc_device_nvidia) == 3);
  return done("named");
}
