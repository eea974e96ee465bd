// An element behind a pointer member in map on target data.
struct S { int n; double *d; };
void f(struct S *s) {
#pragma omp target data map(tofrom: s->d[3])
  { s->n++; }
}
int main(void) { return 0; }
