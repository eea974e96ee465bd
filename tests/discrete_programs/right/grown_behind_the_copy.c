// expect: ok
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int used, *data;

static void grow(int n) {
  int *more = malloc((size_t)n * sizeof *more);
  memcpy(more, data, (size_t)used * sizeof *more);
  for (int i = used; i < n; ++i) more[i] = 1;
  used = n;
  data = more;
}

int main(void) {
  int s = 0, first[4] = {1, 1, 1, 1};
  used = 4;
  data = first;
  grow(20);
#pragma acc enter data copyin(data[0:used])
#pragma acc parallel loop reduction(+ : s)
  for (int i = 0; i < used; ++i)
    s += data[i];
#pragma acc exit data delete(data[0:used])
  if (s != 20) return 1;
  puts("ok");
  return 0;
}
