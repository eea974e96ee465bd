// Declarators of functions that return pointers to functions, and types whose layout a pragma changes: their sizes are not asserted.
#pragma pack(push, 1)
struct tight {
  char c;
  int i;
};
#pragma pack(pop)
static const struct tight pairs[2] = {{1, 2}, {3, 4}};
static int (*pick(int i))(int);
static int one(int i) { return i + (int)sizeof(struct tight); }
static int (*pick(int i))(int) { return i ? one : 0; }
static inline int again(int i) {
  extern int elsewhere(int);
  return i ? again(i - 1) : elsewhere(i);
}
void f(int n, int x[n])
{
  struct {
    int q;
  } unnamed = {1};
#pragma omp target map(tofrom: x[0:n]) firstprivate(unnamed)
  for (int i = 0; i < n; ++i)
    x[i] += pairs[i % 2].i + pick(1)(i) + again(2) + unnamed.q;
}
