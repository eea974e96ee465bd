// Pointers in structs in `host_data` with a condition, and of absent data with `if_present`.
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct field { double *v; };

static void add(double *p, int n) {
#pragma acc parallel loop deviceptr(p)
  for (int i = 0; i < n; ++i) p[i] += 1;
}

int main(int argc, char **argv) {
  struct field s = {calloc(10, sizeof(double))};
  double *absent = 0, *off = 0, *on = 0;
#pragma acc host_data use_device(s.v) if_present
  absent = s.v;
#pragma acc data copy(s.v[0:10])
  {
#pragma acc host_data use_device(s.v) if_present
    add(s.v, 10);
#pragma acc host_data use_device(s.v) if(argc > 0)
    add(s.v, 10);
#pragma acc host_data use_device(s.v) if(argc > 5)
    off = s.v;
#pragma acc host_data use_device(s.v)
    on = s.v;
  }
  int far = acc_get_device_type() != acc_device_host;
  printf("%g %d %d %d\n", s.v[2], absent == s.v, off == s.v, on == s.v);
  if (s.v[2] != 2 || absent != s.v || off != s.v || (on == s.v) == far) return 1;
  puts("ok");
  return 0;
}
