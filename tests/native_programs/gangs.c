// As many gangs as a construct asks for do what all gangs do, and share what they share.
#include <stdio.h>
#include <stdlib.h>

#ifdef _OPENACC
#define GANGS(n) (n)
#else
#define GANGS(n) 1
#endif

enum { N = 100 };

static void report(const char *what, long found, long of_one_gang, int gangs) {
  int times = GANGS(gangs);
  printf("%s: %s\n", what, found == of_one_gang * times ? "right" : "wrong");
}

#pragma acc routine gang
static void add(int *a, int n) {
#pragma acc loop gang
  for (int i = 0; i < n; ++i) a[i] += 1;
}

#pragma acc routine gang
static void mark(int *a, int n, int *last) {
  int seen = -1;
#pragma acc loop gang
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    seen = i;
  }
  if (seen == n - 1)
    *last = seen;
}

static long sum(const int *a) {
  long s = 0;
  for (int i = 0; i < N; ++i) s += a[i];
  return s;
}

int main(int argc, char **argv) {
  int a[N] = {0}, *p = malloc(sizeof *p * 10), hits = 0, last = 0, own = 3, x = 0, n = argc + 6;
  double s = 0;
  (void)argv;
  for (int i = 0; i < 10; ++i) p[i] = i;
#pragma acc parallel num_gangs(7) reduction(+:x)
  x += 1;
  report("reduction", x, 1, 7);
  x = 0;
#pragma acc parallel num_gangs(n) reduction(+:x) firstprivate(own) copy(a)
  {
    own += 2;
    x += own;
#pragma acc loop gang
    for (int i = 0; i < N; ++i) a[i] += own;
  }
  report("own values", x, 5, n);
  printf("%ld\n", sum(a));
#pragma acc parallel num_gangs(n) copy(hits, last)
  {
#pragma acc atomic
    hits++;
    add(a, N);
    mark(a, N, &last);
  }
  report("atomic", hits, 1, n);
  printf("%ld %d\n", sum(a), last);
  add(a, N);
#pragma acc parallel copy(a)
  add(a, N);
  printf("%ld\n", sum(a));
#pragma acc parallel num_gangs(5) firstprivate(p[2:8]) reduction(+:s)
  {
    for (int i = 2; i < 10; ++i) p[i] += 1;
    for (int i = 2; i < 10; ++i) s += p[i];
  }
  report("parts", (long)s, 52, 5);
  hits = 0;
#pragma acc parallel num_gangs(2, 3, 2) num_workers(4) copy(hits) if (argc > 7)
  {
#pragma acc atomic
    hits++;
  }
  report("dimensions, on the host", hits, 1, 12);
  x = 0;
#pragma acc parallel num_gangs(4) copy(a) reduction(max:x) async(1)
  {
    int local[4] = {N + 5};
#pragma acc loop gang worker reduction(max:x)
    for (int i = 0; i < N; ++i) x = a[i] > x ? a[i] : x;
    x = local[0] > x ? local[0] : x;
  }
#pragma acc wait(1)
  printf("%d\n", x);
  free(p);
  return 0;
}
