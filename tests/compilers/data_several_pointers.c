// Memory behind several pointers on target data.
struct A { double *x; };
struct S { struct A *a; };
void f(struct S *s) {
#pragma omp target data map(to: s->a->x) map(tofrom: s->a->x[0:10])
  { s->a = 0; }
}
int main(void) { return 0; }
