/* Types of functions that macros, headers and pragmas are about, in constructs of all kinds; lists of arguments. */
#include <stdarg.h>
#include <stdio.h>
#define DECLARE(tag, member) struct tag { int member; } tag##_value = { 3 }
#define PAIR_OF(type) struct { type first, second; }
#define LAST(v) (v.last)

static struct { int a, b; } global_state = { 1, 2 };

static int macros(int n) {
  DECLARE(made, last);
  PAIR_OF(float) pair = { 1.5f, 2.5f };
  typedef PAIR_OF(short) shorts;
  int sum = 0;
#pragma omp parallel for reduction(+: sum) firstprivate(made_value)
  for (int i = 0; i < n; ++i) {
    struct made m = made_value;
    shorts s = { 1, 2 };
    sum += m.last + LAST(made_value) + (int)(pair.first + pair.second) + s.first + s.second;
  }
  return sum;
}

static int reduced(int n) {
  struct sums { long total; int count; } s = { 0, 0 }, parts[2] = { { 0, 0 }, { 0, 0 } };
#pragma omp declare reduction(join: struct sums: omp_out.total += omp_in.total, omp_out.count += omp_in.count) initializer(omp_priv = (struct sums){ 0, 0 })
#pragma omp parallel for reduction(join: s) 
  for (int i = 0; i < n; ++i) { s.total += i; s.count++; }
#pragma omp parallel for reduction(join: parts)
  for (int i = 0; i < n; ++i) { parts[i % 2].total += i; parts[i % 2].count++; }
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(join: s)
    for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(join: s) firstprivate(i)
      s.count += i;
    }
  }
  return (int)(s.total + s.count + parts[0].total + parts[1].count);
}

static int devices(int n) {
  typedef struct { int v[4]; } block;
  enum mode { OFF, ON } mode = ON;
  block b = { { 1, 2, 3, 4 } }, c[2] = { { { 0 } }, { { 0 } } };
  int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum, c) firstprivate(b, mode) reduction(+: sum)
  for (int i = 0; i < n; ++i) { block d = b; if (mode == ON) sum += d.v[i % 4]; c[i % 2].v[1] = 7; }
#pragma omp taskloop shared(c) firstprivate(b) grainsize(3)
  for (int i = 0; i < 2; ++i) { block e = b; c[i].v[0] += e.v[3]; }
#pragma acc parallel loop copy(c) private(b)
  for (int i = 0; i < 2; ++i) { b.v[0] = i; c[i].v[2] = b.v[0] + (int)sizeof(block); }
  return sum + c[0].v[0] + c[1].v[1] + c[1].v[2];
}

static int nested(int n) {
  int sum = 0;
#pragma omp parallel reduction(+: sum) num_threads(2)
  {
    struct outer { int o; } x = { 1 };
    enum { HERE = 4 };
#pragma omp parallel reduction(+: sum) num_threads(2)
    {
      struct outer y = x;
      struct deep { struct outer o; int d; } z = { y, HERE };
      typedef struct deep deep_type;
#pragma omp task shared(sum) firstprivate(z)
      {
        deep_type w = z;
#pragma omp atomic
        sum += w.o.o + w.d;
      }
#pragma omp taskwait
    }
  }
  return sum > 0 && n > 0;
}

static int statics(int n) {
  static struct kept { int k; } kept = { 1 };
  static enum state { IDLE, BUSY } state = IDLE;
  static struct { int t; } own;
#pragma omp threadprivate(own)
  int sum = 0;
#pragma omp parallel
  {
    struct kept mine = { 1 };
    own.t = 2;
#pragma omp for reduction(+: sum)
    for (int i = 0; i < n; ++i) sum += own.t + mine.k;
#pragma omp single
    { kept.k += 2; state = BUSY; }
  }
  return sum + kept.k + (state == BUSY);
}

static int choices(int n) {
  int sum = 0;
  switch (n & 1) {
    struct choice { int c; } chosen;
  case 0:
    chosen.c = 1;
#pragma omp parallel reduction(+: sum)
#pragma omp single
    { struct choice d = chosen; sum += d.c; }
    break;
  default:
    chosen.c = 2;
#pragma omp parallel
#pragma omp single
    sum += chosen.c;
  }
  return sum;
}

static int variables(int n) {
  double d[5] = { 1, 2, 3, 4, 5 };
  typedef __typeof__(d[0]) element;
  typedef __typeof__(d) array;
  struct list { array all; } l;
  int (*call)(struct list *, int) = 0;
  int sum = 0;
  for (int i = 0; i < 5; ++i) l.all[i] = d[i];
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; ++i) { element e = l.all[i % 5]; sum += (int)e + (call == 0); }
  return sum;
}

static int privates(int n) {
  int sum = 0;
#pragma omp parallel for firstprivate(global_state) reduction(+: sum)
  for (int i = 0; i < n; ++i) { global_state.a += 0; sum += global_state.a + global_state.b; }
  return sum;
}

static int rows(int n, int m) {
  typedef double row[m];
  typedef row *table;
  double store[n][m];
  table t = store;
  int sum = 0;
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; ++i) {
    row *r = &t[i];
    row copy;
    for (int j = 0; j < m; ++j) { (*r)[j] = i + j; copy[j] = (*r)[j]; }
    sum += (int)copy[m - 1] + (int)(sizeof(row) / sizeof(double));
  }
  return sum;
}

static int arguments(int n, ...) {
  va_list ap;
  int sum = 0;
  va_start(ap, n);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) sum += va_arg(ap, int);
  va_end(ap);
  return sum;
}

static int packed(void) {
#pragma pack(push, 1)
  struct tight { char c; int i; };
#pragma pack(pop)
  struct loose { char c; int i; };
  struct tight t = { 1, 2 };
  int sum = 0;
#pragma omp parallel
#pragma omp single
  { struct loose l = { 1, 2 }; sum = (int)sizeof(struct tight) * 100 + (int)sizeof(struct loose) + t.i + l.i; }
  return sum;
}

int main(void) {
  printf("%d %d %d %d %d %d ", macros(20), reduced(20), devices(20), nested(3), statics(10), choices(2) + choices(3));
  printf("%d %d %d %d %d\n", variables(10), privates(10), rows(6, 4), arguments(3, 4, 5, 6), packed());
  return 0;
}
