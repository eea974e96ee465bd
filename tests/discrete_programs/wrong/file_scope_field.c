// expect: line 13 names field cause host
#include <stdio.h>
#include <stdlib.h>

static int width, height;
static float *field;

static float peak(void) {
  float most = 0;
#pragma acc parallel loop collapse(2) reduction(max : most)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (field[y * width + x] > most) most = field[y * width + x];
  return most;
}

int main(void) {
  width = 12;
  height = 7;
  field = calloc((size_t)(width * height), sizeof *field);
  field[3 * width + 5] = 8.5f;
  float found = peak();
  free(field);
  if (found != 8.5f) {
    printf("%g\n", found);
    return 1;
  }
  printf("ok\n");
  return 0;
}
