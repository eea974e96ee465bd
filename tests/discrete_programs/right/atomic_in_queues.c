// Atomic updates of the same storage need no order in queues.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 1000, *x = malloc(n * sizeof *x), bins[8] = {0}, total = 0;
  for (int i = 0; i < n; ++i) x[i] = i;
#pragma acc data copyin(x[0:n]) copy(bins)
  {
    for (int k = 0; k < 4; ++k) {
#pragma acc parallel loop async(k) present(x[0:n], bins)
      for (int i = k * 250; i < k * 250 + 250; ++i) {
#pragma acc atomic update
        bins[x[i] % 8] += 1;
      }
    }
#pragma acc wait
  }
  for (int i = 0; i < 8; ++i) total += bins[i];
  free(x);
  printf("%d\n", total);
  if (total != n) return 1;
  puts("ok");
  return 0;
}
