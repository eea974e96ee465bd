// Section of an array member after the whole struct.
struct S { int n; int v[10]; };
int main(void) {
  struct S s = {1, {0}};
#pragma omp target teams num_teams(1) map(to: s) map(tofrom: s.v[1:2])
  s.v[1] += s.n;
  return s.v[1] != 1;
}
