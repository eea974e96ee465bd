// expect: ok
#include <stdio.h>

#define N 16
static double a[N], b[N];
static double sum;

/* The parts of the region use arrays of the file. */
static void step(int n) {
#pragma acc kernels copy(a, b) copy(sum)
  {
    for (int i = 0; i < n; ++i)
      a[i] = i + b[i];
    for (int i = 1; i < n; ++i)
      b[i] = b[i - 1] + a[i];
    sum = b[n - 1];
  }
}

int main(void) {
  int wrong = 0;
  double expected = 0;
  step(N);
  for (int i = 1; i < N; ++i) {
    expected += i;
    wrong += b[i] != expected || a[i] != i;
  }
  wrong += sum != expected;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
