// Two queues read the same data, and neither changes it; each writes a part of a third array.
#include <stdio.h>
#include <stdlib.h>

int n = 60;

int main(void) {
  int *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out), sum = 0;
  for (int i = 0; i < n; ++i) in[i] = i;
#pragma acc data copyin(in[0:n]) copyout(out[0:n])
  {
#pragma acc kernels async(1)
    for (int i = 0; i < n / 2; ++i) out[i] = in[i] + in[n - 1 - i];
#pragma acc kernels async(2)
    for (int i = n / 2; i < n; ++i) out[i] = in[i] - in[n - 1 - i];
#pragma acc wait(1, 2)
  }
  for (int i = 0; i < n; ++i) sum += out[i];
  printf("%d\n", sum);
  free(in);
  free(out);
  return 0;
}
