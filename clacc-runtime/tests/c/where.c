/* acc_on_device on the host and on the device. */
#include "check.h"

int main(void) {
  int host = -1, not_host = -1, nvidia = -1, none = -1, x86_64 = -1, mine = -1;
  acc_device_t type = acc_get_device_type();
#pragma omp target map(from : host, not_host, nvidia, none, x86_64, mine)
  {
    host = acc_on_device(acc_device_host);
    not_host = acc_on_device(acc_device_not_host);
    nvidia = acc_on_device(acc_device_nvidia);
    none = acc_on_device(acc_device_none);
    x86_64 = acc_on_device(acc_device_x86_64);
    mine = acc_on_device(type);
  }
  CHECK(host == shared() && not_host == !shared() && nvidia == 0 && none == 0 && mine == 1);
#ifdef __x86_64__
  CHECK(x86_64 == !shared() && (shared() || type == acc_device_x86_64));
#else
  CHECK(x86_64 == 0);
#endif
  CHECK(acc_on_device(acc_device_host) && !acc_on_device(acc_device_not_host) && !acc_on_device(acc_device_x86_64));
  CHECK(acc_get_num_devices(acc_device_host) == 1 && acc_get_num_devices(acc_device_none) == 0);
  CHECK(acc_get_num_devices(acc_device_nvidia) == 0);
  CHECK(acc_get_num_devices(acc_device_default) == (shared() ? 1 : acc_get_num_devices(acc_device_not_host)));
  CHECK(acc_get_property(0, acc_device_host, acc_property_memory) > 1000000);
  CHECK(acc_get_property(0, acc_device_host, acc_property_shared_memory_support) == 1);
  CHECK(acc_get_property_string(0, acc_device_host, acc_property_name) != NULL);
  CHECK(acc_get_property_string(0, acc_device_current, acc_property_driver) != NULL);
  CHECK(acc_get_property_string(0, acc_device_host, acc_property_vendor) == NULL);
  printf("type %d number %d\n", (int)type, acc_get_device_num(type));
  return done("where");
}
