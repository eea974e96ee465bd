// expect: line 21 names acc_copyin cause freed
#include <openacc.h>
#include <stdio.h>

struct item {
  int weight;
  struct item *rest;
};

int main(void) {
  struct item c = {4, NULL}, b = {2, &c}, a = {1, &b}, *list = &a;
  struct item *all[] = {&a, &b, &c};
  int total = 0;
  for (int i = 0; i < 3; ++i) acc_copyin(all[i], sizeof(struct item));
  acc_attach((void **)&a.rest);
  acc_attach((void **)&b.rest);
  a.rest = b.rest; /* b is out */
  acc_delete(&b, sizeof b);
#pragma acc serial present(list[0:1]) copy(total)
  for (struct item *it = list; it != NULL; it = it->rest)
    total += it->weight;
  if (total != 5) return 1;
  puts("ok");
  return 0;
}
