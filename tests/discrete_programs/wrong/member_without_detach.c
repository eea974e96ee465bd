// expect: line 22 names t->samples cause freed
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct track {
  int count;
  short *samples;
};

int main(void) {
  struct track *t = malloc(sizeof *t);
  int loud = 0;
  t->count = 25;
  t->samples = malloc(25 * sizeof(short));
  for (int i = 0; i < 25; ++i) t->samples[i] = (short)(i * 100);
#pragma acc enter data copyin(t[0:1])
#pragma acc enter data copyin(t->samples[0:25])
  acc_delete(t->samples, 25 * sizeof(short));
#pragma acc parallel loop present(t[0:1]) reduction(+ : loud)
  for (int i = 0; i < 25; ++i)
    loud += t->samples[i] > 1500;
#pragma acc exit data delete(t[0:1])
  if (loud != 9) return 1;
  puts("ok");
  return 0;
}
