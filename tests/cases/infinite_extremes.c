// The minimum and the maximum of infinities: scalars of each floating type, arrays, parts, nested levels, and sums of levels.
#include <math.h>
#include <stdio.h>

int main(void) {
  enum { N = 8 };
  double least = INFINITY, greatest = -INFINITY, v[N], w[N][N], parts[4], part[6];
  float narrow = INFINITY;
  long double wide = -INFINITY;
  int smallest = 100;
  for (int i = 0; i < N; ++i) {
    v[i] = INFINITY;
    for (int j = 0; j < N; ++j) w[i][j] = -INFINITY;
  }
  for (int i = 0; i < 4; ++i) parts[i] = INFINITY;
  for (int i = 0; i < 6; ++i) part[i] = -INFINITY;
#pragma acc parallel loop copyin(v) reduction(min: least, narrow, smallest) reduction(max: greatest, wide)
  for (int i = 0; i < N; ++i) {
    if (v[i] < least) least = v[i];
    if (v[i] < narrow) narrow = v[i];
    if (-v[i] > greatest) greatest = -v[i];
    if (-v[i] > wide) wide = -v[i];
    if (i < smallest) smallest = i;
  }
  printf("%g %g %g %Lg %d\n", least, narrow, greatest, wide, smallest);
#pragma acc parallel loop copyin(v) reduction(min: parts)
  for (int i = 0; i < N; ++i)
    if (v[i] < parts[i % 4]) parts[i % 4] = v[i];
#pragma acc parallel loop copyin(w) copy(part) reduction(max: part[2:3])
  for (int i = 0; i < N; ++i)
    if (w[i][0] > part[2 + i % 3]) part[2 + i % 3] = w[i][0];
  printf("%g %g %g %g\n", parts[0], parts[3], part[2], part[4]);
  greatest = -INFINITY;
#pragma acc parallel loop gang copyin(w) reduction(max: greatest)
  for (int i = 0; i < N; ++i) {
    double inner = -INFINITY;
#pragma acc loop vector reduction(max: inner)
    for (int j = 0; j < N; ++j) inner = fmax(inner, w[i][j]);
    greatest = fmax(greatest, inner);
  }
  printf("%g\n", greatest);
  least = INFINITY;
#pragma acc kernels copyin(v)
  {
    for (int i = 0; i < N; ++i) least = v[i] < least ? v[i] : least;
  }
  printf("%g\n", least);
  w[3][3] = 7, greatest = -INFINITY;
#pragma acc parallel copyin(w) copy(greatest)
  {
#pragma acc loop gang worker collapse(2) reduction(max: greatest)
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        if (w[i][j] > greatest) greatest = w[i][j];
  }
  printf("%g\n", greatest);
  return 0;
}
