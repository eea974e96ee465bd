// Reductions of every kind of arithmetic type, with every operator that it has.
#include <complex.h>
#include <limits.h>
#include <stdio.h>

struct pair { int x; double w[2]; };

int main(void) {
  double complex z = 1;
#pragma omp parallel for reduction(+ : z)
  for (int i = 0; i < 40; ++i) z += i + 2 * i * I;
  signed char least = 0;
  unsigned char most = 255;
  _Bool any = 0, all = 1;
  unsigned long long big = ULLONG_MAX;
  short low = -5;
  float real = -1e30f;
  long double wide = 1e300L;
  int both = 1, one = 0, bits = 0, set = 0, cleared = -1;
  volatile int counted = 0;
#pragma omp parallel for reduction(max : least, real) reduction(min : most, big, low, wide) reduction(+ : counted) \
    reduction(|| : any, one) reduction(&& : all, both) reduction(^ : bits) reduction(| : set) reduction(& : cleared)
  for (int i = 1; i < 100; ++i) {
    if (i > least) least = (signed char)i;
    if (i < most) most = (unsigned char)i;
    if ((unsigned)i < big) big = (unsigned)i;
    if (-i < low) low = (short)-i;
    if (i * .5f > real) real = i * .5f;
    if (i * 2 < wide) wide = i * 2;
    any = any || i == 50;
    one = one || i == 77;
    all = all && i;
    both = both && i < 99;
    bits ^= i;
    set |= 1 << i % 20;
    cleared &= ~(1 << i % 3);
    counted += 1;
  }
  printf("%g %g %d %d %d %d %llu %d\n", creal(z), cimag(z), least, most, any, all, big, low);
  printf("%g %Lg %d %d %d %d %d %d\n", real, wide, both, one, bits, set, cleared, counted);
  struct pair v = {1, {2, 3}}, top = {0};
#pragma acc parallel loop reduction(+ : v) reduction(max : top)
  for (int k = 0; k < 5000; ++k) {
    v.x += k;
    v.w[k % 2] += 1;
    if (k > top.x) top.x = k;
    if (k > top.w[1]) top.w[1] = k;
  }
  printf("%d %g %g %d %g\n", v.x, v.w[0], v.w[1], top.x, top.w[1]);
  double sum = 0;
#pragma omp parallel for simd reduction(default, + : sum) schedule(simd : static, 3) simdlen(4)
  for (int i = 0; i < 100; ++i) sum += i * .5;
  printf("%g\n", sum);
  return 0;
}
