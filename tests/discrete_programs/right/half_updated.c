// expect: ok
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 30, half = n / 2, odd = 0;
  int *key = malloc(n * sizeof *key);
#pragma acc data create(key[0:n])
  {
    for (int i = 0; i < n; ++i) key[i] = 5 * i;
#pragma acc update device(key[0:2 * half])
#pragma acc parallel loop reduction(+ : odd)
    for (int i = 0; i < n; ++i)
      odd += key[i] & 1;
  }
  free(key);
  if (odd != 15) return 1;
  puts("ok");
  return 0;
}
