// expect: line 18 names class_of cause host
#include <stdio.h>
#include <string.h>

static unsigned char classes[256];

static const unsigned char *table(void) {
  for (int c = 0; c < 256; ++c) classes[c] = c >= '0' && c <= '9' ? 1 : c >= 'a' && c <= 'z' ? 2 : 0;
  return classes;
}

int main(void) {
  const char *text = "a compiler of 1978, and one of 2026";
  int length = (int)strlen(text), count[3] = {0, 0, 0};
  const unsigned char *class_of = table();
#pragma acc parallel loop copyin(text[0:length]) copy(count)
  for (int i = 0; i < length; ++i) {
    int c = class_of[(unsigned char)text[i]];
#pragma acc atomic update
    count[c]++;
  }
  if (count[0] != 8 || count[1] != 8 || count[2] != 19) return 1;
  puts("ok");
  return 0;
}
