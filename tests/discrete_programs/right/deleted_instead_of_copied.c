// expect: ok
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t n = 26, bytes = n * sizeof(char);
  char *map = malloc(n);
  for (size_t i = 0; i < n; ++i) map[i] = (char)('a' + i);
  acc_copyin(map, bytes);
#pragma acc parallel loop present(map[0:n])
  for (size_t i = 0; i < n; ++i) map[i] = (char)('a' + (map[i] - 'a' + 13) % 26);
  acc_copyout(map, bytes);
  printf("%.26s\n", map);
  int ok = map[0] == 'n' && map[25] == 'm';
  free(map);
  puts(ok ? "ok" : "wrong");
  return !ok;
}
