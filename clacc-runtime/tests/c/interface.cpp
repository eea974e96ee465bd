// A C++ program as a newcomer would write it.
#include <cstdio>
#include <openacc.h>
#include <vector>

static_assert(acc_async_sync < 0 && acc_async_noval < 0 && acc_async_default < 0, "special values are negative");

int main() {
  std::vector<double> x(1000, 1.5);
  const std::size_t bytes = x.size() * sizeof(double);
  double *data = x.data();
  acc_copyin(data, bytes);
  if (!acc_is_present(data, bytes) || acc_hostptr(acc_deviceptr(data)) != data)
    return 1;
#pragma omp target teams distribute parallel for map(alloc : data[0 : 1000])
  for (int i = 0; i < 1000; ++i)
    data[i] *= 2;
  acc_copyout(data, bytes);
  for (double value : x)
    if (value != 3)
      return 2;
  std::printf("%s\n", acc_get_property_string(0, acc_device_default, acc_property_driver));
  return !acc_on_device(acc_device_host);
}
