// expect: line 17 names - cause host
#include <stdio.h>
#include <stdlib.h>

struct vec {
  int len;
  double *val;
};

int main(void) {
  struct vec v = {30, malloc(30 * sizeof(double))};
  double sum = 0;
  for (int i = 0; i < v.len; ++i) v.val[i] = i;
#pragma acc enter data copyin(v)
#pragma acc parallel loop present(v) reduction(+ : sum)
  for (int i = 0; i < 30; ++i)
    sum += v.val[i];
#pragma acc exit data delete(v)
  free(v.val);
  if (sum != 435) return 1;
  puts("ok");
  return 0;
}
