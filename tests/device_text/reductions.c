// What reductions, critical and nested loops need beside the kernel.
struct best { int value, place; };
static struct best better(struct best a, struct best b) { return a.value > b.value ? a : b; }
#pragma omp declare reduction(better : struct best : omp_out = better(omp_out, omp_in)) initializer(omp_priv = {-1, -1})
struct best search(int n, const int *a)
{
  struct best found = {-1, -1};
  int calls = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: found, calls) reduction(better: found)
  for (int i = 0; i < n; ++i) {
    found = better(found, (struct best){a[i], i});
#pragma omp critical(counting)
    ++calls;
  }
#pragma omp parallel
  {
#pragma omp critical(of_host)
    ++calls;
  }
  return found;
}
