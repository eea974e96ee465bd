// expect: line 15 names log_of cause warned
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 10, *log_of = malloc(n * sizeof *log_of), *input = malloc(n * sizeof *input), sum = 0;
  for (int i = 0; i < n; ++i) {
    log_of[i] = -1;
    input[i] = i;
  }
#pragma acc enter data create(log_of[0:n]) copyin(input[0:n])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    if (input[i] > n) log_of[i] = input[i];
#pragma acc exit data copyout(log_of[0:n]) delete(input[0:n])
  for (int i = 0; i < n; ++i) sum += log_of[i];
  printf("%d\n", sum);
  if (sum != -n) return 1;
  puts("ok");
  free(input);
  free(log_of);
  return 0;
}
