// Reductions that the program declares: by operators, identifiers, of several types, in blocks, with each form of initializer.
#include <limits.h>
#include <stdio.h>

struct point { int x; double w[2]; };
typedef struct { long low, high; } range;

static void begin(struct point *own, const struct point *original) {
  (void)original;
  own->x = 0;
  own->w[0] = own->w[1] = 0;
}

static struct point plus(struct point a, struct point b) {
  a.x += b.x;
  a.w[0] += b.w[0];
  a.w[1] += b.w[1];
  return a;
}

#pragma omp declare reduction(+ : struct point : omp_out = plus(omp_out, omp_in)) initializer(begin(&omp_priv, &omp_orig))
#pragma omp declare reduction(cover : range : \
    omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, \
    omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high) initializer(omp_priv = {LONG_MAX, LONG_MIN})
#pragma omp declare reduction(sum : int, long, double : omp_out += omp_in)
#pragma omp declare reduction(far : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)

static range of(const int *values, int count) {
  range all = {LONG_MAX, LONG_MIN};
#pragma omp parallel for reduction(cover : all)
  for (int i = 0; i < count; ++i) {
    if (values[i] < all.low) all.low = values[i];
    if (values[i] > all.high) all.high = values[i];
  }
  return all;
}

static int orphaned(int count) {
  static int total;
#pragma omp for reduction(sum : total)
  for (int i = 0; i < count; ++i) total += i;
  return total;
}

int main(void) {
  struct point p = {1, {2, 3}}, q[2] = {{1, {1, 1}}, {2, {2, 2}}};
#pragma omp parallel for reduction(+ : p, q)
  for (int i = 0; i < 100; ++i) {
    p.x += i;
    p.w[1] += i;
    q[i % 2].x += 1;
    q[1].w[0] += i;
  }
  printf("%d %g %g %d %d %g\n", p.x, p.w[0], p.w[1], q[0].x, q[1].x, q[1].w[0]);
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = i * 37 % 64 - 20;
  range all = of(values, 64);
  printf("%ld %ld\n", all.low, all.high);
  int a = 0, most = 12;
  long b = 1;
  double c = 2;
#pragma omp parallel for reduction(sum : a, b, c) reduction(far : most)
  for (int i = 0; i < 100; ++i) {
    a += 1;
    b += i;
    c += .5;
    if (values[i % 64] > most) most = values[i % 64];
  }
  printf("%d %ld %g %d\n", a, b, c, most);
  {
#pragma omp declare reduction(sum : int : omp_out = omp_out ^ omp_in)
    a = 0;
#pragma omp parallel for reduction(sum : a)
    for (int i = 1; i < 100; ++i) a ^= i;
  }
  printf("%d\n", a);
#pragma omp parallel sections reduction(sum : b)
  {
    b += 5;
#pragma omp section
    b += 7;
  }
  int total = 0;
#pragma omp parallel
  {
    int mine = orphaned(50);
#pragma omp single
    total = mine;
  }
  printf("%ld %d\n", b, total);
  return 0;
}
