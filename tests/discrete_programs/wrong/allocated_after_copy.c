// expect: line 20 names - cause null
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
  int size;
  unsigned char *area;
};

int main(void) {
  struct image im = {36, NULL};
  int sum = 0;
#pragma acc enter data copyin(im)
  im.area = malloc(36);
  for (int i = 0; i < im.size; ++i) im.area[i] = 2;
  acc_copyin(im.area, 36);
#pragma acc parallel loop present(im) reduction(+ : sum)
  for (int i = 0; i < 36; ++i)
    sum += im.area[i];
  if (sum != 72) return 1;
  puts("ok");
  return 0;
}
