// A pointer member that is copied by the directive that allocates what it points to.
struct S { int *d; };
int main(void) {
  int values[4] = {1, 2, 3, 4}, shared = 0, wrong = 0;
  struct S one = {values}, *s = &one;
#pragma omp target map(to: shared)
  shared = 1;
#pragma omp target data map(to: s->d) map(alloc: s->d[0:4])
  {
#pragma omp target map(tofrom: s->d[0:4])
    s->d[0] = 7;
    /* A device with memory of its own has changed its own copy. */
    wrong = !shared && values[0] != 1;
  }
  return wrong;
}
