// expect: ok
#include <stdio.h>
#include <stdlib.h>

/* The length of the section is a variable of the host. */
long long n = 16;

int main(void) {
  double *b = malloc(n * sizeof *b);
  int wrong = 0;
#pragma acc data copyout(zero: b[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      b[i] += i;
  }
  for (int i = 0; i < n; ++i)
    wrong += b[i] != i;
  free(b);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
