#include <stdio.h>
void f(int n, double *a) {
#pragma acc parallel loop copy(a[0:n]) async(4)
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma acc wait(4)
  puts("done");
}
