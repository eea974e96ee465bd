// expect: line 13 names history cause behind
#include <stdio.h>

int history[64];

int main(void) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) history[i] = i;
#pragma acc data copyin(history[8:15])
  {
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 8; i < 24; ++i)
      sum += history[i];
#pragma acc parallel loop copyin(history[30:4]) reduction(+ : sum)
    for (int i = 30; i < 34; ++i) sum += history[i];
  }
  if (sum != 248 + 126) return 1;
  puts("ok");
  return 0;
}
