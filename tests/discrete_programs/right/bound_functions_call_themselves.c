// Functions with `bind` that call themselves, by names that no declaration in front has; names of parameters are no names of functions.
#include <openacc.h>
#include <stdio.h>

#pragma acc routine seq bind(product_on_device)
static int product(int n) { return n < 2 ? 1 : n * product(n - 1); }

int twice(int x);
#pragma acc routine(twice) seq bind("twice_elsewhere")

#pragma acc routine seq
static int one_more(int x) { return x + 1; }
#pragma acc routine seq
static int apply(int (*twice)(int), int x) { return twice(x); }

#pragma acc routine seq
static int product_on_device(int n) { return n < 2 ? -1 : n * product(n - 1); }
int twice(int x) { return 2 * x; }
int twice_here(int x) __asm__("twice_elsewhere");
int twice_here(int x) { return 2 * x + 100; }

int main(void) {
  int a, b, c, far = acc_get_device_type() != acc_device_host;
#pragma acc serial copyout(a, b, c)
  {
    a = product(5);
    b = twice(2);
    c = apply(one_more, 2);
  }
  printf("%d %d %d\n", a, b, c);
  if (a != (far ? -120 : 120) || b != (far ? 104 : 4) || c != 3 || product(5) != 120 || twice(2) != 4) return 1;
  puts("ok");
  return 0;
}
