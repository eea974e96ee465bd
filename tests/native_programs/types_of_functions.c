/* Types that functions declare for themselves, in regions. */
#include <stdio.h>
#include <stddef.h>

enum { WIDTH = 3 };
typedef long real;
struct pair { char file_scope; };

/* The tag of file scope is another type; nested, packed and anonymous members, bit-fields. */
static int shadowed(int n) {
  struct pair { int x, y; struct inner { short s; } in; struct { int deep; }; union { int u; float f; }; unsigned bits : 3; };
  typedef double real;
  struct pair total = { 0 }, each[4] = { { 0 } };
  int sum = 0;
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; ++i) {
    struct pair p = { .x = i, .y = 2 * i, .in = { 1 } };
    struct inner q = { 2 };
    real half = 0.5;
    p.deep = q.s;
    p.bits = i & 7;
    p.u = 1;
    sum += p.x + p.y + p.in.s + p.deep + (int)(half * 4) + (int)p.bits + p.u;
  }
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
    each[i].x = i;
    each[i].in.s = (short)sizeof(struct pair);
  }
  for (int i = 0; i < 4; ++i) total.x += each[i].x + each[i].in.s;
  return sum + total.x + (int)sizeof(struct inner);
}

/* A list: structures that point to each other, named before they are defined. */
static int lists(int n) {
  struct node;
  struct head { struct node *first; int count; };
  struct node { struct node *next; int value; };
  struct never;
  struct never *nothing = 0;
  struct node nodes[50];
  struct head head = { 0, 0 };
  int sum = 0;
  for (int i = 0; i < n && i < 50; ++i) {
    nodes[i].next = head.first;
    nodes[i].value = i;
    head.first = &nodes[i];
    head.count++;
  }
#pragma omp parallel
#pragma omp single
  for (struct node *p = head.first; p; p = p->next) {
#pragma omp task firstprivate(p)
    {
      struct never *none = nothing;
#pragma omp atomic
      sum += p->value + (none != 0);
    }
  }
  return sum + head.count;
}

/* Enumerations, also those that are no int, in blocks that hide each other. */
static long enumerations(int n) {
  enum colour { RED, GREEN = 5, BLUE } c = GREEN;
  enum { WIDTH = 7, WIDE = 1L << 40 };
  long sum = 0;
#pragma omp parallel for reduction(+: sum) firstprivate(c)
  for (int i = 0; i < n; ++i) {
    enum colour d = i % 2 ? BLUE : c;
    switch (d) {
    case RED: sum += 1; break;
    case GREEN: sum += 2; break;
    case BLUE: sum += WIDTH; break;
    }
    if (i == 3) sum += WIDE;
  }
  {
    enum colour { RED = 100, VIOLET };
    enum colour e = VIOLET;
#pragma omp parallel reduction(+: sum)
    {
#pragma omp master
      { enum colour f = e; sum += f + RED; }
    }
  }
  return sum + BLUE + WIDTH;
}

/* Typedef names of what has no tag; loops that declare types; expressions that do. */
static int anonymous(int n) {
  typedef struct { int v[WIDTH]; } row, *rows;
  typedef int (*operation)(row *, int);
  struct { int a; row r; } whole = { 1, { { 1, 2, 3 } } };
  enum { FIRST, SECOND } which = SECOND;
  rows p = &whole.r;
  operation none = 0;
  int sum = 0;
#pragma omp parallel firstprivate(whole, which)
  {
#pragma omp for reduction(+: sum)
    for (int i = 0; i < n; ++i) {
      row local = *p;
      rows q = &local;
      q->v[i % WIDTH] += which + (none == 0 ? whole.a : 9);
      sum += q->v[i % WIDTH];
    }
  }
  sum += (int)sizeof(struct late { char c[11]; });
#pragma omp parallel
#pragma omp single
  { struct late l = { { 1 } }; sum += (int)sizeof l + l.c[0] + ((struct late){ { 4 } }).c[0]; }
  return sum;
}

/* The same tag in another function, with other members, and one that stays inside of a region. */
static int again(int n) {
  struct node { double d; } x = { 2.5 };
  int sum = 0;
#pragma omp parallel
  {
    struct own { int i; } o = { 4 };
    typedef struct own owned;
#pragma omp for reduction(+: sum)
    for (int i = 0; i < n; ++i) {
      struct node y = x;
      owned z = o;
      sum += (int)(y.d * 2) + z.i;
    }
  }
  return sum;
}

/* Functions that blocks declare. */
static int called(int n) {
  struct arg { int a; };
  extern int later(int), twice(int) __attribute__((const));
  int sum = 0;
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; ++i) sum += later(i) + twice(i);
  {
    extern int shared_number;
#pragma omp parallel
#pragma omp single
    { struct arg a = { shared_number }; sum += a.a; shared_number++; }
  }
  return sum;
}

int shared_number = 40;
int later(int x) { return x + 1; }
int twice(int x) { return 2 * x; }

/* Alignments and packed members. */
static int aligned(void) {
  struct __attribute__((packed)) tight { char c; int i; };
  struct wide { char c; } __attribute__((aligned(64)));
  typedef int far __attribute__((aligned(32)));
  struct tight t = { 1, 2 };
  struct wide w = { 3 };
  int sum = 0;
#pragma omp parallel firstprivate(w) shared(t)
#pragma omp single
  {
    far f = 5;
    sum = (int)sizeof(struct tight) + (int)sizeof(struct wide) + (int)offsetof(struct tight, i) + t.i + w.c + f;
    sum += ((size_t)&w % 64 != 0) + ((size_t)&f % 32 != 0);
  }
  return sum;
}

int main(void) {
  real r = 1;
  struct pair p = { 'x' };
  printf("%d %d %ld %d %d %d %d\n", shadowed(100), lists(40), enumerations(50), anonymous(30), again(20), called(10), aligned());
  printf("%ld %d\n", r, p.file_scope);
  return 0;
}
