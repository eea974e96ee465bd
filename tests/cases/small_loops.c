// case: loops that threads share if they have enough work: zero, one, few and many iterations, products that no int holds, uneven ones
#include <stdio.h>
#include <stdlib.h>

static double sum_of(const double *x, int from, int to) {
  double sum = 0;
#pragma acc parallel loop copyin(x[0:to]) reduction(+ : sum)
  for (int i = from; i < to; ++i)
    sum += x[i];
  return sum;
}

static void fill(double *x, unsigned n, int m) {
#pragma acc parallel loop collapse(2) copy(x[0:n * m])
  for (unsigned i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x[i * m + j] = i + 2 * j;
}

// The product of the bounds is out of range, and one of them is zero.
static int none(int n, int m, int *hits) {
  int found = 0;
#pragma acc parallel loop copy(hits[0:1]) reduction(+ : found)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < hits[0]; ++k)
        found += j + k > i;
  return found;
}

static void backwards(int *a, long last, long step) {
#pragma acc parallel loop copy(a[0:last + 1])
  for (long i = last; i >= 0; i -= 3)
    a[i] = (int)(i * step);
}

static int triangle(int n, int *rows) {
  int pairs = 0;
#pragma acc parallel loop copyout(rows[0:n]) reduction(+ : pairs)
  for (int i = 0; i < n; ++i) {
    int row = 0;
    for (int j = i; j < n; ++j)
      row += (i + j) % 3;
    rows[i] = row;
    pairs += row;
  }
  return pairs;
}

static int steps(int n, int *lengths) {
  int longest = 0;
#pragma acc parallel loop copyout(lengths[0:n]) reduction(max : longest)
  for (int i = 0; i < n; ++i) {
    long value = i + 1;
    int length = 0;
    while (value != 1) {
      value = value % 2 ? 3 * value + 1 : value / 2;
      ++length;
    }
    lengths[i] = length;
    if (length > longest)
      longest = length;
  }
  return longest;
}

static int first_of(int n, int m, const int *rows, int *found) {
  int all = 0;
#pragma acc parallel loop copyin(rows[0:n]) copyout(found[0:n]) reduction(+ : all)
  for (int i = 0; i < n; ++i) {
    int at = -1;
    for (int j = 0; j < m; ++j)
      if ((rows[i] + j) % 7 == 3) {
        at = j;
        break;
      }
    found[i] = at;
    all += at;
  }
  return all;
}

int main(void) {
  enum { N = 300000 };
  double *x = calloc(N, sizeof *x);
  int *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  int none_at_all[1] = {0};
  int sizes[] = {1, 2, 3, 100, 5000, 40000};
  fill(x, 500, 600);
  printf("%.0f %.0f %.0f %.0f\n", sum_of(x, 0, N), sum_of(x, 17, 17), sum_of(x, 100, 40), sum_of(x, 5, 900));
  fill(x, 3, 4);
  fill(x, 0, 4);
  printf("%.0f %d\n", sum_of(x, 0, N), none(3, 100000, none_at_all));
  backwards(a, N - 1, 2);
  backwards(b, 30, -1);
  long total = 0;
  for (int i = 0; i < N; ++i)
    total += a[i] + b[i];
  printf("%ld\n", total);
  for (int k = 0; k < 6; ++k) {
    int n = sizes[k] > 5000 ? 900 : sizes[k];
    int pairs = triangle(n, a);
    int longest = steps(sizes[k], b);
    printf("%d %d %d\n", pairs, longest, first_of(sizes[k], 9, b, a));
  }
  free(x);
  free(a);
  free(b);
  return 0;
}
