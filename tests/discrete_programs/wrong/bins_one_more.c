// expect: line 11 names hist cause behind
#include <stdio.h>
#include <stdlib.h>

/* Values of 0.0 to 1.0; those of exactly 1.0 have a bin of their own. */
static void bins(int n, const double *v, int nb, int *hist) {
#pragma acc data copyin(v[0:n]) copy(hist[0:nb])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) {
    int b = (int)(v[i] * nb);
#pragma acc atomic update
    hist[b] += 1;
  }
}

int main(void) {
  double v[8] = {0, 0.25, 0.25, 0.5, 0.75, 0.75, 0.75, 1};
  int *hist = calloc(5, sizeof(int));
  bins(8, v, 4, hist);
  if (hist[0] != 1 || hist[1] != 2 || hist[3] != 3 || hist[4] != 1) return 1;
  puts("ok");
  free(hist);
  return 0;
}
