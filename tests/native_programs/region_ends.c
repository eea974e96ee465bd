// Constructs at the end of a region, whose barrier the end of the region replaces: what all threads did is there behind the region, and
// tasks are finished. The regions follow each other at once and in a loop, so that a thread that goes on too early is seen.
#include <stdio.h>

enum { N = 96, ROUNDS = 40 };

static int a[N], b[N];

static long sum(const int *of) {
  long all = 0;
  for (int i = 0; i < N; ++i) all += of[i];
  return all;
}

int main(void) {
  long total = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    int last = -1, chosen = 0, done = 0, k = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < N; ++i) a[i] = i + round;
#pragma omp for lastprivate(last) schedule(static, 5)
      for (int i = 0; i < N; ++i) {
        b[i] = a[N - 1 - i];
        last = i;
      }
    }
    total += sum(b) + last;
#pragma omp parallel private(k)
    {
      k = round;
#pragma omp for reduction(+ : done) schedule(guided)
      for (int i = 0; i < N; ++i) done += b[i] + k;
    }
    total += done;
#pragma omp parallel
    {
#pragma omp single
      {
        chosen = round;
        for (int i = 0; i < N; ++i) {
#pragma omp task firstprivate(i)
          a[i] = b[i] * 2 + chosen;
        }
      }
    }
    total += sum(a) + chosen;
#pragma omp parallel
    {
#pragma omp sections firstprivate(chosen)
      {
        a[0] = chosen + 1;
#pragma omp section
        a[1] = chosen + 2;
#pragma omp section
        a[2] = chosen + 3;
      }
    }
    total += sum(a);
    // Each thread reads its own variable through a pointer that all threads see, up to the barrier.
    const int *seen = &round;
#pragma omp parallel shared(seen)
    {
      int mine = round + 7;
#pragma omp single
      seen = &mine;
#pragma omp for
      for (int i = 0; i < N; ++i) b[i] = *seen + i;
    }
    total += sum(b);
  }
  printf("%ld\n", total);
  return 0;
}
