// Types that kernels need through each other, and those that they do not need.
#include <stddef.h>
#include <stdio.h>
struct node;
typedef struct node *link;
typedef double real, *reals;
struct unused { FILE *log; };
struct unused_holder { struct named_there *other; };
struct named_there { int value; };
struct node { link next; struct { real x, y; } at; union { int i; float f; } u; };
typedef struct { unsigned low : 3, high : 5; } bits;
struct only_measured { char text[24]; };
enum { SIZE = 16, UNUSED = 3 };
enum color { RED, GREEN = SIZE, BLUE } painted;
static struct { int first, second; } pair, other_pair;
static int count = sizeof(struct unused), table[SIZE];
struct item { int weight; } *items, item_of(int);
#pragma acc routine seq
static real norm(const struct node *n) { return n->at.x * n->at.x + n->at.y * n->at.y; }
static real unused_function(struct unused *u) { return u != NULL; }
double run(link list, int n, bits *b)
{
  struct local { int a; enum { IN, OUT } way; } one = {1, OUT};
  real sum = 0;
#pragma acc parallel loop reduction(+: sum) copyin(list[0:n]) copy(b[0:n], pair) firstprivate(one)
  for (int i = 0; i < n; ++i) {
    struct local mine = one;
    sum += norm(&list[i]) + sizeof(struct only_measured) + (mine.way == OUT);
    b[i].high = GREEN;
    pair.first = i + (int)sizeof(struct named_there);
  }
  printf("%d %d %g\n", count, table[0], unused_function(0));
  return sum;
}
struct item item_of(int i) { return items[i]; }
