// expect: ok
#include <stdio.h>

static int *queue;

/* Another part of the array is on the device already; the clause says which part the pointer leads to. */
static void finish(int *head) {
#pragma acc serial create(head[0:2]) copy(queue[4:2])
  for (int i = 4; i < 6; ++i)
    queue[i] += 10;
}

int main(void) {
  int jobs[6] = {0, 1, 2, 3, 4, 5};
  queue = jobs;
#pragma acc data copyin(jobs[0:2])
  finish(jobs);
  if (jobs[4] != 14 || jobs[5] != 15) return 1;
  puts("ok");
  return 0;
}
