// expect: line 18 names right cause unordered after 8
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, double *v, double with, int queue) {
#pragma acc parallel loop present(v[0:n]) async(queue)
  for (int i = 0; i < n; ++i) v[i] = with;
#pragma acc update self(v[0:n]) async(queue)
}

int main(void) {
  int n = 500;
  double *left = calloc(n, sizeof *left), *right = calloc(n, sizeof *right), sum = 0;
#pragma acc enter data copyin(left[0:n], right[0:n])
  fill(n, left, 1, 4);
  fill(n, right, 2, 5);
#pragma acc wait(4)
  for (int i = 0; i < n; ++i) sum += left[i] + right[i];
#pragma acc wait
#pragma acc exit data delete(left[0:n], right[0:n])
  printf("%g\n", sum);
  if (sum != 1500) return 1;
  puts("ok");
  return 0;
}
