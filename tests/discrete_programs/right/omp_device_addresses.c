// Addresses of the device of variables, arrays and sections.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 100, a[8] = {0}, x = 1, *p = calloc(n, sizeof *p);
#pragma omp target data map(tofrom : a, x, p[0:n]) use_device_addr(a, x, p[0:n])
  {
#pragma omp target has_device_addr(a, x, p[0:n])
    {
      x += 2;
      a[7] = x;
      for (int i = 0; i < n; ++i) p[i] = x;
    }
#pragma omp target is_device_ptr(p)
    p[n - 1] += 1;
  }
  printf("%d %d %d %d\n", a[7], x, p[0], p[n - 1]);
  if (a[7] != 3 || x != 3 || p[0] != 3 || p[n - 1] != 4) return 1;
  puts("ok");
  return 0;
}
