// expect: line 25 names - cause host
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int k = 0; k < 5; ++k) {
    struct node *p = malloc(sizeof *p);
    p->key = k;
    p->next = head;
    head = p;
  }
  acc_copyin(head, sizeof *head);
  int sum = 0;
#pragma acc serial copy(sum) present(head[0:1])
  {
    struct node *q = head;
    while (q != NULL) {
      sum += q->key;
      q = q->next;
    }
  }
  if (sum != 10) return 1;
  puts("ok");
  return 0;
}
