// expect: ok
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  double *a = malloc(8 * sizeof *a);
  double *on_device = acc_malloc(8 * sizeof *a);
  if (acc_get_device_type() != acc_device_host) acc_map_data(a, on_device, 8 * sizeof *a);
#pragma acc parallel loop present(a[0:8])
  for (int i = 0; i < 8; ++i) a[i] = i;
  a[0] = 8;
#pragma acc update device(a[0:8])
#pragma acc parallel loop present(a[0:8])
  for (int i = 0; i < 8; ++i) a[i] += i;
#pragma acc update self(a[0:8])
  if (acc_get_device_type() != acc_device_host) acc_unmap_data(a), acc_free(on_device);
  puts("done");
  return 0;
}
