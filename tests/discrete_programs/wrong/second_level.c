// expect: line 30 names acc_copyin cause attach
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct block {
  int n, *val;
};
struct pair {
  struct block *left, *right;
};

static struct block *block(int n, int first) {
  struct block *b = malloc(sizeof *b);
  b->n = n;
  b->val = malloc(n * sizeof(int));
  for (int i = 0; i < n; ++i) b->val[i] = first + i;
  acc_copyin(b, sizeof *b);
  acc_copyin(b->val, n * sizeof(int));
  return b;
}

int main(void) {
  struct pair p = {block(4, 0), block(4, 10)};
  int sum = 0;
#pragma acc enter data copyin(p)
#pragma acc enter data attach(p.left, p.right)
#pragma acc parallel loop present(p) reduction(+ : sum)
  for (int i = 0; i < 4; ++i)
    sum += p.right->val[i] - p.left->val[i];
  if (sum != 40) return 1;
  puts("ok");
  return 0;
}
