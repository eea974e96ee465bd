// expect: line 31 names shared cause freed
#include <stdio.h>
#include <stdlib.h>

static int *shared, n = 20;

static void open_shared(void) {
#pragma acc enter data copyin(shared[0:n])
}

static void close_shared(void) {
#pragma acc exit data delete(shared[0:n]) finalize
}

static int count(int divisor) {
  int c = 0;
  open_shared();
#pragma acc parallel loop reduction(+ : c)
  for (int i = 0; i < n; ++i)
    c += shared[i] % divisor == 0;
  close_shared();
  return c;
}

int main(void) {
  shared = malloc(n * sizeof *shared);
  for (int i = 0; i < n; ++i) shared[i] = i;
  open_shared();
  int two = count(2), four = 0;
#pragma acc parallel loop reduction(+ : four)
  for (int i = 0; i < n; ++i) four += shared[i] % 4 == 0;
  close_shared();
  if (two != 10 || four != 5) return 1;
  puts("ok");
  return 0;
}
