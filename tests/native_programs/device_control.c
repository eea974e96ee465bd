#include <stdio.h>

int main(void) {
  int n = 0;
#pragma acc init
#pragma acc init device_type(host) device_num(n)
#pragma acc set device_type(multicore) device_num(n + 0)
#pragma acc set default_async(1) if(n == 0)
#pragma acc parallel loop reduction(+ : n) async
  for (int i = 0; i < 9; ++i) n += i;
#pragma acc wait
  for (int i = 0; i < 2; ++i) {
#pragma acc shutdown if(i > 0)
  }
#pragma acc shutdown device_type(host)
  printf("%d\n", n);
  return 0;
}
