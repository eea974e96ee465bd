// All rows are copied.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int w = 32, h = 8;
  unsigned char *image = malloc(w * h), *out = malloc(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = i;
#pragma acc enter data create(image[0:w * h], out[0:w * h])
#pragma acc update device(image[0:w * h])
#pragma acc parallel loop present(image[0:w * h], out[0:w * h])
  for (int i = 0; i < w * h; ++i) out[i] = 255 - image[i];
#pragma acc exit data delete(image[0:w * h]) copyout(out[0:w * h])
  printf("%d\n", out[0]);
  free(image);
  free(out);
  return 0;
}
