// case: loops over pointers whose bounds are addresses in arrays
#include <stdio.h>

static int hidden[8];
int visible[8];

static int sum_of(const int *a) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum = sum * 3 + a[i];
  return sum;
}

int main(void) {
  int v[8] = {0}, w[8], rows[3][8] = {{0}}, m = 5, length[m], *p, n = 0;
  static int within[8];
  for (int i = 0; i < 8; ++i) w[i] = i;
  for (int i = 0; i < m; ++i) length[i] = i;
#pragma acc parallel loop copy(v) reduction(+: n)
  for (p = &v[0]; p < &v[8]; p++) { *p = 1; n++; }
#pragma acc parallel loop copy(v, w)
  for (int *q = v + 1; q < v + 8; ++q) *q += w[q - v];
#pragma acc parallel loop gang copy(hidden)
  for (p = hidden; p != &hidden[8]; ++p) *p = 2;
#pragma acc parallel loop vector copy(visible)
  for (int *q = &visible[7]; q >= visible; --q) *q = 3;
#pragma acc parallel copy(rows)
  {
#pragma acc loop gang worker
    for (p = rows[1]; p < rows[2]; ++p) *p = 4;
  }
#pragma acc kernels loop independent copy(within)
  for (p = within; p < within + 8; p += 2) *p = 5;
#pragma acc parallel loop copy(length)
  for (int *q = length; q < &length[m]; ++q) *q += 1;
  int *start = w;
#pragma acc parallel loop copy(w)
  for (p = &start[0]; p < &start[8]; ++p) *p += 1;
  printf("%d %d %d %d %d\n", n, sum_of(v), sum_of(hidden), sum_of(visible), sum_of(rows[1]));
  printf("%d %d %d %d\n", sum_of(within), sum_of(w), length[0], length[4]);
  return 0;
}
