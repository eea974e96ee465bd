// expect: ok
#include <stdio.h>

struct best {
  int index;
  float score;
};

static void choose(int n, const float *score, struct best *best) {
#pragma acc serial copyin(score[0:n]) copy(best[0:1])
  for (int i = 0; i < n; ++i)
    if (score[i] > best->score) {
      best->score = score[i];
      best->index = i;
    }
}

int main(void) {
  float score[7] = {1, 5, 2, 9, 4, 8, 3};
  struct best b = {-1, 0};
  choose(7, score, &b);
  printf("%d %g\n", b.index, b.score);
  if (b.index != 3 || b.score != 9) return 1;
  puts("ok");
  return 0;
}
