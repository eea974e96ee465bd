// expect: line 10 names wave cause partly
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  enum { CHUNK = 10, HALO = 1, N = 20 };
  double *wave = calloc(N, sizeof *wave), sum = 0;
  for (int i = 0; i < N; ++i) wave[i] = i;
#pragma acc enter data copyin(wave[0:CHUNK])
#pragma acc enter data copyin(wave[CHUNK - HALO:CHUNK + HALO])
#pragma acc parallel loop present(wave[0:CHUNK]) reduction(+ : sum)
  for (int i = 0; i < CHUNK; ++i) sum += wave[i];
  for (int k = 0; k < N; k += CHUNK) {
#pragma acc update self(wave[k:CHUNK])
#pragma acc exit data delete(wave[k:CHUNK])
  }
  free(wave);
  if (sum != 45) return 1;
  puts("ok");
  return 0;
}
