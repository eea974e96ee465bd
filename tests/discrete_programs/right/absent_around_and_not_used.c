// no_create of a region around permits that a variable is not there, if no kernel uses it.
#include <stdio.h>

int main(void) {
  short extra[8] = {0};
  int with_extra = 0, n = 8, sum = 0;
#pragma acc data no_create(extra)
  {
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      sum += i;
      if (with_extra) sum += extra[i];
    }
  }
  printf("%d\n", sum);
  return sum != 28;
}
