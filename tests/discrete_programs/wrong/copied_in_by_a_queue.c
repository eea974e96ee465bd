// expect: line 13 names acc_copyin_async cause unordered after 10
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 48;
  long *token = malloc(n * sizeof *token), sum = 0;
  for (int i = 0; i < n; ++i) token[i] = i;
  acc_copyin_async(token, n * sizeof *token, 3);
#pragma acc parallel loop present(token[0:n]) async(3)
  for (int i = 0; i < n; ++i) token[i] += 5;
  for (int i = 0; i < n; ++i) token[i] = -1;
  acc_wait(3);
  acc_copyout(token, n * sizeof *token);
  for (int i = 0; i < n; ++i) sum += token[i];
  free(token);
  printf("%ld\n", sum);
  return sum != 5 * n + n * (n - 1) / 2;
}
