// expect: line 12 names acc_copyin cause freed
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static int *dev;

static int largest(int n) {
  int most = 0;
#pragma acc parallel loop deviceptr(dev) reduction(max : most)
  for (int i = 0; i < n; ++i)
    most = dev[i] > most ? dev[i] : most;
  return most;
}

int main(void) {
  int marks[] = {3, 1, 4, 1, 5, 9, 2, 6}, most;
  dev = acc_copyin(marks, sizeof marks);
  acc_delete(marks, sizeof marks);
  most = largest(8);
  if (most != 9) return 1;
  puts("ok");
  return 0;
}
