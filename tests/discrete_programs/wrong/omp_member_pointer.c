// expect: line 15 names - cause host
#include <stdio.h>
#include <stdlib.h>

struct series {
  int n;
  int *data;
};

static int extent(struct series *s) {
  int low = 1000, high = -1000;
#pragma omp target enter data map(to : s[0:1])
#pragma omp target map(tofrom : low, high)
  for (int i = 0; i < s->n; ++i) {
    int d = s->data[i];
    if (d < low) low = d;
    if (d > high) high = d;
  }
#pragma omp target exit data map(delete : s[0:1])
  return high - low;
}

int main(void) {
  int values[6] = {4, -2, 7, 0, 1, 3};
  struct series s = {6, values};
  if (extent(&s) != 9) return 1;
  puts("ok");
  return 0;
}
