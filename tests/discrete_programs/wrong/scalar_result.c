// expect: line 6 names last cause stale
#include <stdio.h>

static int search(int n, const char *text, char wanted) {
  int last = -1;
#pragma acc serial copyin(text[0:n])
  for (int i = 0; i < n; ++i)
    if (text[i] == wanted) last = i;
  return last;
}

int main(void) {
  char path[] = "usr/share/doc/README";
  int at = search(20, path, '/');
  printf("%d\n", at);
  if (at != 13) return 1;
  puts("ok");
  return 0;
}
