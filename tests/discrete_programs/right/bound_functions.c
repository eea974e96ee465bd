// Devices call the functions that `bind` names: in kernels and routines, by names and strings.
#include <openacc.h>
#include <stdio.h>

#pragma acc routine seq
static int on_device(int x) { return x + 100; }
#pragma acc routine seq bind(on_device)
static int f(int x) { return x + 1; }

int g(int x);
#pragma acc routine(g) seq bind("g_on_device")

#pragma acc routine seq
static int both(int x) { return f(x) + g(x); }

int g(int x) { return x + 2; }
int g_on_device(int x) { return x + 200; }

int main(void) {
  int a[4], b[4];
#pragma acc parallel loop copyout(a, b)
  for (int i = 0; i < 4; ++i) {
    a[i] = f(i);
    b[i] = both(i);
  }
  int far = acc_get_device_type() != acc_device_host;
  printf("%d %d %d\n", a[3], b[3], both(3));
  if (a[3] != (far ? 103 : 4) || b[3] != (far ? 306 : 9) || f(3) != 4 || both(3) != 9) return 1;
  puts("ok");
  return 0;
}
