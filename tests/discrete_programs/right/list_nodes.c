// expect: ok
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
  for (struct node *p = head; p != NULL; p = p->next) acc_copyin(p, sizeof *p);
  for (struct node *p = head; p->next != NULL; p = p->next) acc_attach((void **)&p->next);
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
