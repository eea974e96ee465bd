// expect: line 16 names acc_create cause unordered after 13
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 77, sum = 0;
  unsigned char *image = malloc(n);
  acc_create(image, n);
#pragma acc parallel loop present(image[0:n]) async(acc_get_default_async() + 1)
  for (int i = 0; i < n; ++i) image[i] = i % 5;
  acc_set_default_async(1);
  acc_update_self_async(image, n, acc_async_noval);
  acc_wait_async(1, 2);
  while (!acc_async_test(3)) {}
  for (int i = 0; i < n; ++i) sum += image[i];
  acc_wait_all();
  acc_delete(image, n);
  free(image);
  printf("%d\n", sum);
  return sum != 151;
}
