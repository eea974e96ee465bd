// expect: ok
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 6, *none = NULL, *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; ++i) a[i] = 2;
  acc_init(acc_device_default);
#pragma acc exit data delete(a[0:n])
  acc_delete(a, n * sizeof *a);
#pragma acc update self(a[0:n]) if_present
#pragma acc parallel loop copyin(a[0:n]) no_create(none[0:n]) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    if (none != NULL) sum += none[i];
    sum += a[i];
  }
  free(a);
  if (sum != 12) return 1;
  puts("ok");
  return 0;
}
