// expect: line 25 names acc_copyin cause attach
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
  int cost;
  struct task *after;
};

static struct task *push(struct task *first, int cost) {
  struct task *t = malloc(sizeof *t);
  t->cost = cost;
  t->after = first;
  acc_copyin(t, sizeof *t);
  return t;
}

int main(void) {
  struct task *queue = NULL;
  int cost[1] = {0};
  for (int c = 1; c <= 4; ++c) queue = push(queue, c);
#pragma acc serial copy(cost) present(queue[0:1])
  for (struct task *p = queue; p; p = p->after)
    cost[0] += p->cost;
  if (cost[0] != 10) return 1;
  puts("ok");
  return 0;
}
