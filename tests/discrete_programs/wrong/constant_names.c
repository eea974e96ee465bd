// expect: line 14 names v cause behind
#include <stdio.h>
#include <string.h>

static const char names[3][4] = {"low", "mid", "top"};

int main(void) {
  const double limits[2] = {2, 5};
  double v[6];
  char label[6][4];
  for (int i = 0; i < 6; ++i) v[i] = i;
#pragma acc parallel loop copyin(v[0:5]) copyout(label)
  for (int i = 0; i < 6; ++i)
    memcpy(label[i], names[(v[i] >= limits[0]) + (v[i] >= limits[1])], 4);
  if (strcmp(label[1], "low") || strcmp(label[2], "mid") || strcmp(label[5], "top")) return 1;
  puts("ok");
  return 0;
}
