/* Calls every routine that takes an acc_device_t with every value of it. */
#include "check.h"

static const acc_device_t in_use[] = {acc_device_none, acc_device_default, acc_device_current};

/* The values that stand for the type in use, if a number is given. The type in use is `shown`. */
static void the_type_in_use(acc_device_t type, acc_device_t shown, int devices) {
  for (unsigned k = 0; k < sizeof in_use / sizeof *in_use; ++k) {
    for (int n = 0; n < devices; ++n) {
      acc_set_device_num(n, in_use[k]);
      CHECK(acc_get_device_num(type) == n && acc_get_device_type() == shown);
      CHECK(acc_get_device_num(acc_device_default) == n && acc_get_device_num(acc_device_current) == n);
    }
    acc_set_device_num(-1, in_use[k]);
    CHECK(acc_get_device_num(type) == 0);
    acc_init(in_use[k]);
    acc_init_device(devices - 1, in_use[k]);
    acc_shutdown_device(devices - 1, in_use[k]);
    acc_shutdown(in_use[k]);
  }
  CHECK(acc_get_num_devices(acc_device_default) == devices && acc_get_num_devices(acc_device_current) == devices);
  acc_set_device_num(devices - 1, type);
  acc_set_device_type(acc_device_default);
  acc_set_device_type(acc_device_current);
  CHECK(acc_get_device_num(type) == devices - 1);
}

static void one_type(acc_device_t type, acc_device_t shown) {
  int devices = acc_get_num_devices(type);
  if (devices == 0)
    return;
  acc_set_device_type(type);
  CHECK(acc_get_device_num(type) == 0 && acc_get_device_type() == shown);
  the_type_in_use(type, shown, devices);
}

/* The number matters for a type, but not for acc_device_current. */
static void properties(void) {
  const char *(*text)(int, acc_device_t, acc_device_property_t) = acc_get_property_string;
  for (int n = 0; n < acc_get_num_devices(acc_device_not_host); ++n) {
    acc_set_device_num(n, acc_device_not_host);
    const char *name = text(n, acc_device_not_host, acc_property_name);
    CHECK(name && name == text(99, acc_device_current, acc_property_name));
    CHECK(name == text(n, acc_device_default, acc_property_name));
  }
  const acc_device_property_t of_other_routine[] = {acc_property_none, acc_property_name, (acc_device_property_t)4711};
  for (int k = 0; k < 3; ++k)
    CHECK(acc_get_property(0, acc_device_host, of_other_routine[k]) == 0);
  CHECK(!text(0, acc_device_host, acc_property_memory) && !text(0, acc_device_host, of_other_routine[2]));
  acc_set_device_type(acc_device_host);
  CHECK(acc_get_property(77, acc_device_current, acc_property_shared_memory_support) == 1);
  CHECK(acc_get_property(0, acc_device_none, acc_property_shared_memory_support) == 1);
  CHECK(text(0, acc_device_multicore, acc_property_name) == text(0, acc_device_host, acc_property_name));
}

static void on_the_host(void) {
  CHECK(acc_on_device(acc_device_host));
  for (int type = -3; type < 20; ++type)
    if (type != acc_device_host)
      CHECK(!acc_on_device((acc_device_t)type));
}

/* Devices of the host's architecture are not the host, whatever it is. */
static void of_this_architecture(void) {
#if defined(__x86_64__)
  const acc_device_t own = acc_device_x86_64, other = acc_device_ppc64le;
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
  const acc_device_t own = acc_device_ppc64le, other = acc_device_x86_64;
#else
  const acc_device_t own = acc_device_not_host, other = acc_device_x86_64;
#endif
  CHECK(acc_get_num_devices(own) == acc_get_num_devices(acc_device_not_host) && acc_get_num_devices(other) == 0);
  one_type(own, own);
  one_type(acc_device_not_host, own);
}

int main(void) {
  acc_device_t first = acc_get_device_type();
  CHECK(acc_get_num_devices(acc_device_none) == 0 && acc_get_num_devices(acc_device_radeon) == 0);
  CHECK(acc_get_num_devices(acc_device_host) == 1 && acc_get_num_devices(acc_device_multicore) == 1);
  the_type_in_use(first, first, acc_get_num_devices(first));
  of_this_architecture();
  one_type(acc_device_host, acc_device_host);
  CHECK(acc_get_device_num(acc_device_not_host) == 0 && acc_get_device_num(acc_device_nvidia) == 0);
  properties();
  on_the_host();
  return done("devices");
}
