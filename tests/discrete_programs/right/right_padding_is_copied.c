// expect: ok
#include <stdio.h>
#include <string.h>

struct mixed {
  char tag;
  double value;
  short rank;
};

int main(void) {
  struct mixed in[5], out[5];
  for (int i = 0; i < 5; ++i) {
    in[i].tag = (char)('a' + i);
    in[i].value = i;
    in[i].rank = (short)-i;
  }
#pragma acc parallel loop copyin(in) copyout(out)
  for (int i = 0; i < 5; ++i) {
    struct mixed one = in[4 - i];
    out[i].tag = one.tag;
    out[i].value = one.value;
    out[i].rank = one.rank;
  }
  for (int i = 0; i < 5; ++i)
    if (out[i].tag != in[4 - i].tag || out[i].value != 4 - i || out[i].rank != i - 4) return 1;
  puts("ok");
  return 0;
}
