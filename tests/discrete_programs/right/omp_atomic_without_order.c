// Atomic updates of the same storage need no order in deferred constructs.
#include <stdio.h>

int main(void) {
  int sum = 0, last = 0, out[4] = {0};
#pragma omp target enter data map(to : sum) map(to : out)
  for (int k = 0; k < 4; ++k) {
#pragma omp target map(alloc : sum, out) nowait
    for (int i = 0; i < 100; ++i) {
      int mine;
#pragma omp atomic capture
      mine = sum++;
      out[k] = mine;
    }
  }
#pragma omp taskwait
#pragma omp target map(from : last) map(alloc : sum)
#pragma omp atomic read
  last = sum;
#pragma omp target exit data map(from : sum, out)
  printf("%d %d\n", sum, last);
  if (sum != 400 || last != 400) return 1;
  puts("ok");
  return 0;
}
