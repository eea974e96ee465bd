// What is left in counters and in variables whose values go with the iterations.
#include <limits.h>
#include <stdio.h>

struct triple { int v[3]; };

int main(void) {
  int i = -1, j = -2, a[40], array[4] = {0}, x = 5, y = 7, z = 3;
  long k = -3, *walk;
  long values[12];
  struct triple triple = {{0}};
#pragma omp parallel for collapse(2) lastprivate(i, j)
  for (i = 0; i < 7; i++)
    for (j = 20; j > 3; j -= 4) a[i + j] = i;
  printf("%d %d\n", i, j);
#pragma omp parallel for ordered lastprivate(k)
  for (k = 3; k < 17; k += 4) {
#pragma omp ordered
    y = y * 2 + (int)k;
  }
  printf("%ld %d\n", k, y);
#pragma omp parallel for lastprivate(k) schedule(dynamic)
  for (k = LONG_MAX - 5; k <= LONG_MAX - 1; k++) a[LONG_MAX - k] = 1;
  printf("%d\n", (int)(LONG_MAX - k));
#pragma omp parallel for simd
  for (i = 0; i < 10; i++) a[i] = i;
#pragma omp simd
  for (j = 0; j < 10; j += 3) a[j] += j;
  printf("%d %d\n", i, j);
#pragma omp parallel for lastprivate(array, triple)
  for (int n = 0; n < 50; ++n) {
    for (int m = 0; m < 4; ++m) array[m] = n + m;
    for (int m = 0; m < 3; ++m) triple.v[m] = n - m;
  }
  printf("%d %d %d\n", array[0], array[3], triple.v[2]);
#pragma omp parallel for linear(x : 2) schedule(static, 1)
  for (int n = 0; n < 10; ++n) {
    a[n] = x;
    x += 2;
  }
  for (int n = 0; n < 10; ++n) printf("%d ", a[n]);
  printf("%d\n", x);
  walk = values;
#pragma omp parallel
#pragma omp for linear(walk) linear(y : step(-3)) schedule(dynamic)
  for (int n = 0; n < 12; ++n) {
    *walk++ = y;
    y -= 3;
  }
  for (int n = 0; n < 12; ++n) printf("%ld ", values[n]);
  printf("%d %d\n", y, (int)(walk - values));
#pragma omp simd linear(z : 3)
  for (int n = 0; n < 10; ++n) {
    a[n] = z;
    z += 3;
  }
  printf("%d %d\n", a[9], z);
#pragma omp parallel for
  for (int n = INT_MIN; n < INT_MIN + 9; n += 5) a[n - INT_MIN] = 100;
#pragma omp parallel for
  for (unsigned char c = 250; c < 252; c += 4) a[c - 240] = 100;
#pragma omp parallel for collapse(2)
  for (int *p = a + 3; p != a; p--)
    for (long q = 0; q < 3; q++) {
#pragma omp atomic
      *p += (int)q;
    }
  for (int n = 0; n < 12; ++n) printf("%d ", a[n]);
  printf("\n");
  return 0;
}
