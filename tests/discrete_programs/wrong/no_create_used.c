// expect: line 9 names mask cause host
#include <stdio.h>
#include <stdlib.h>

static int masked(int n, const int *a, const char *mask) {
  int s = 0;
#pragma acc parallel loop copyin(a[0:n]) no_create(mask[0:n]) reduction(+ : s)
  for (int i = 0; i < n; ++i)
    if (mask[i]) s += a[i];
  return s;
}

int main(void) {
  int n = 24, *a = malloc((size_t)n * sizeof *a);
  char *mask = malloc((size_t)n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    mask[i] = i % 3 == 0;
  }
  int s = masked(n, a, mask);
  free(a);
  free(mask);
  if (s != 84) return 1;
  puts("ok");
  return 0;
}
