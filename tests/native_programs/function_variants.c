// `declare variant`: calls are of other functions by what is known of the host, and by the constructs around them; `dispatch`.
#include <stdio.h>

#ifdef _OPENMP
enum { REPLACED = 1 };
#else
enum { REPLACED = 0 };
#endif

static int wrong;

static void expect(const char *what, int found, int base, int variant) {
  int expected = REPLACED ? variant : base;
  if (found != expected) {
    wrong++;
    printf("%s: %d instead of %d\n", what, found, expected);
  }
}

/* By constructs around the call. */
static int in_parallel(int x) { return x + 10; }
static int in_loop(int x) { return x + 20; }
static int in_target(int x) { return x + 30; }
#pragma omp declare variant(in_parallel) match(construct = {parallel})
#pragma omp declare variant(in_loop) match(construct = {parallel, for})
#pragma omp declare variant(in_target) match(construct = {target})
static int around(int x) { return x + 1; }

/* By what is known of the host. */
int host_alone(int x);
int never(int x);
#pragma omp declare variant(never) match(device = {kind(nohost)})
#pragma omp declare variant(host_alone) match(device = {kind(host)})
int placed(int x) { return x + 1; }
int host_alone(int x) { return x + 40; }
int never(int x) { return x + 50; }

/* By scores, and by conditions that are a number. */
static int low(int x) { return x + 60; }
static int high(int x) { return x + 70; }
static int most(int x) { return x + 80; }
#pragma omp declare variant(low) match(user = {condition(score(2): 1)})
#pragma omp declare variant(high) match(user = {condition(score(9): 1)})
#pragma omp declare variant(most) match(user = {condition(score(99): 0)})
static int scored(int x) { return x + 1; }

/* A selector that asks for less than another one counts nothing. */
static int of_less(int x) { return x + 90; }
static int of_more(int x) { return x + 100; }
#pragma omp declare variant(of_less) match(user = {condition(score(1000): 1)})
#pragma omp declare variant(of_more) match(user = {condition(1)}, device = {kind(host)})
static int asked(int x) { return x + 1; }

/* What a variant calls is inside the constructs of its selector. */
static int inner_variant(int x) { return x + 110; }
#pragma omp declare variant(inner_variant) match(construct = {parallel})
static int inner(int x) { return x + 1; }
static int outer_variant(int x) { return inner(x) + 1000; }
#pragma omp declare variant(outer_variant) match(construct = {parallel})
static int outer(int x) { return inner(x); }

/* The target call of `dispatch` alone. */
static int dispatched(int x) { return x + 200; }
#pragma omp declare variant(dispatched) match(construct = {dispatch}) adjust_args(nothing : x)
static int sent(int x) { return x + 1; }

/* A function is called that is declared before it gets a variant. */
static int late(int x);
static int before(int x) { return late(x); }
static int late_variant(int x) { return x + 300; }
#pragma omp declare variant(late_variant) match(user = {condition(1)})
static int late(int x) { return x + 1; }

static int without_directives(void) { return placed(1) + scored(1); }

static void constructs(int n) {
  int a = 0, b = 0, c = 0, d = 0, e = 0, f[8], by_pointer;
  int (*pointer)(int) = placed;
#pragma omp parallel num_threads(around(1) > 0 ? 2 : 1)
  {
#pragma omp single
    a = around(n);
#pragma omp masked
    b = outer(n);
  }
#pragma omp parallel for
  for (int i = 0; i < 8; i++) f[i] = around(i);
#pragma omp target map(from : c)
  c = around(n);
#pragma omp target map(from : d)
  {
#pragma omp parallel num_threads(2)
#pragma omp single
    d = around(n);
  }
#pragma omp task shared(e)
  e = around(n);
#pragma omp taskwait
  by_pointer = pointer(n);
  expect("parallel", a, n + 1, n + 10);
  expect("what a variant calls", b, n + 1, n + 1110);
  expect("target", c, n + 1, n + 30);
  expect("target and parallel", d, n + 1, n + 10);
  expect("none", e, n + 1, n + 1);
  expect("pointer", by_pointer, n + 1, n + 1);
  for (int i = 0; i < 8; i++) expect("parallel for", f[i], i + 1, i + 20);
}

int main(void) {
  int sum = 0, one, two, three, four = 0;
  volatile int ready = 0;
  constructs(5);
  expect("none", around(2) + outer(2), 6, 6);
  expect("host", placed(2), 3, 42);
  expect("score", scored(2), 3, 72);
  expect("part", asked(2), 3, 102);
  expect("functions without directives", without_directives(), 4, 112);
  expect("before", before(2), 3, 3);
  expect("behind", late(2), 3, 302);
#pragma omp dispatch
  one = sent(sent(2));
#pragma omp dispatch device(0) nowait
  two = sent(2);
  three = sent(2);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : ready) shared(ready)
    for (int i = 0; i < 100000; i++) ready = i % 8;
#pragma omp dispatch depend(in : ready)
    four = sent(ready);
  }
  expect("dispatch behind a task", four, 8, 207);
  expect("dispatch", one, 4, 203);
  expect("dispatch with clauses", two, 3, 202);
  expect("no dispatch", three, 3, 3);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += (around)(i) + asked(i);
  expect("reduction", sum, 10100, 9900 + 12000);
  printf("%d wrong\n", wrong);
  return wrong;
}
