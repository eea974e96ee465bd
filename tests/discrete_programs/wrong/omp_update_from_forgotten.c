// expect: line 17 names count cause stale
#include <stdio.h>

static int count[4];

int main(void) {
  const char *dna = "GATTACAGATTACA";
  int n = 14;
#pragma omp target data map(to : dna[0:n], count)
  {
#pragma omp target parallel for
    for (int i = 0; i < n; ++i) {
      int k = dna[i] == 'A' ? 0 : dna[i] == 'C' ? 1 : dna[i] == 'G' ? 2 : 3;
#pragma omp atomic
      count[k]++;
    }
  }
  printf("%d %d %d %d\n", count[0], count[1], count[2], count[3]);
  if (count[0] != 6 || count[3] != 4) return 1;
  puts("ok");
  return 0;
}
