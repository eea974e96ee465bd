// More operations in queues than the library has numbers for, in two queues that wait for each other.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 16;
  long *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), sum = 0;
#pragma acc data copy(a[0:n], b[0:n])
  {
    for (int step = 0; step < 200; ++step) {
#pragma acc parallel loop async(1) wait(2)
      for (int i = 0; i < n; ++i) a[i] += b[i] + 1;
#pragma acc parallel loop async(2) wait(1)
      for (int i = 0; i < n; ++i) b[i] = a[i] - b[i];
      if (step % 20 == 19) {
#pragma acc update self(a[0:n]) async(1)
#pragma acc wait(1)
        sum += a[3];
      }
    }
#pragma acc wait
  }
  for (int i = 0; i < n; ++i) sum += a[i] - b[i];
  printf("%ld\n", sum);
  free(a);
  free(b);
  return 0;
}
