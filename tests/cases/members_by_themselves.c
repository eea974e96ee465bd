// case: memory behind members comes and goes by itself, before or behind the struct
// on a device: its own objects for queues hide those of the library, whose attachments they do not order
// expect-portable: #pragma omp target enter data map(to: p[0:1])
// expect-portable: #pragma omp target enter data map(to: __clacc_target__[0:N])
// expect-portable: acc_attach((void **)&p->a);
// expect-portable: acc2omp_attach_part((void **)&p->a, &__clacc_target__[10]);
// expect-portable: acc_attach_async((void **)&v.a, 1);
#include <stdio.h>
#include <stdlib.h>

char *acc2omp_async2dep(int queue)
{
    static char queues[8];
    return &queues[queue + 4];
}
enum { N = 40 };
struct vec { int n; double *a, *b; int v[4]; };
struct box { int id; struct vec *x; double **rows; struct vec in; struct { double *anon; }; };
static double *mk(double s) { double *a = malloc(N * sizeof *a); for (int i = 0; i < N; i++) a[i] = s + i; return a; }
static double sum(const double *a) { double s = 0; for (int i = 0; i < N; i++) s += a[i] * (i + 1); return s; }
static struct vec *mkv(int n, double s) { struct vec *v = malloc(sizeof *v); v->n = n; v->a = mk(s); v->b = mk(2 * s); for (int i = 0; i < 4; i++) v->v[i] = i; return v; }
static int shared(void) { int p = 0;
#pragma acc parallel copyin(p)
  p = 1;
  return p; }
static void dirty(double *a) { if (!shared()) for (int i = 0; i < N; i++) a[i] = -1e6; }
/* struct by one function, members by others */
static void enter_struct(struct vec *p) {
#pragma acc enter data copyin(p[0:1])
}
static void enter_members(struct vec *p) {
#pragma acc enter data copyin(p->a[0:N]) copyin(p->b[0:N])
}
static void exit_members(struct vec *p) {
#pragma acc exit data copyout(p->a[0:N]) delete(p->b[0:N])
}
static void exit_struct(struct vec *p) {
#pragma acc exit data copyout(p[0:1])
}
static void named(struct vec *p) {
#pragma acc parallel loop present(p->a[0:N], p->b[0:N])
  for (int i = 0; i < N; i++) p->a[i] += p->b[i];
}
static void implicit(struct vec *p) {
#pragma acc parallel loop present(p)
  for (int i = 0; i < N; i++) { p->a[i] += p->b[i]; if (i == 3) p->n++; }
}
int main(void) {
  struct vec *p = mkv(3, 1);
  enter_struct(p); enter_members(p); dirty(p->a); named(p); implicit(p); exit_members(p);
  printf("%g %d\n", sum(p->a), shared() || p->n == 3); exit_struct(p); printf("%d\n", p->n);
  /* members first */
  enter_members(p); dirty(p->a); named(p); enter_struct(p); named(p); exit_members(p); exit_struct(p);
  printf("%g %d\n", sum(p->a), p->n);
  /* without the struct; twice */
  enter_members(p); enter_members(p); dirty(p->a); named(p); exit_members(p); named(p);
  printf("%d\n", shared() || p->a[1] == -1e6); exit_members(p); printf("%g\n", sum(p->a));
  /* struct released before its members */
  enter_struct(p); enter_members(p); dirty(p->a); implicit(p); exit_struct(p); printf("%d\n", p->n); named(p); exit_members(p);
  printf("%g\n", sum(p->a));
  /* twice struct, members once, parts */
  enter_struct(p); enter_struct(p);
#pragma acc enter data copyin(p->a[10:20])
#pragma acc parallel loop present(p)
  for (int i = 10; i < 30; i++) p->a[i] *= 2;
  if (!shared()) p->n = 100;
#pragma acc exit data copyout(p->a[10:20])
  exit_struct(p); printf("%d %g\n", shared() || p->n == 100, sum(p->a)); exit_struct(p);
  printf("%d\n", p->n);
  /* several pointers, and data of the struct */
  struct box *q = malloc(sizeof *q);
  q->x = mkv(1, 5);
  q->rows = malloc(3 * sizeof(double *));
  for (int i = 0; i < 3; i++)
    q->rows[i] = mk(i);
  q->in = *mkv(4, 7);
  q->anon = mk(9);
  q->id = 0;
#pragma acc enter data copyin(q[0:1], q->x[0:1], q->x->a[0:N], q->in.a[0:N], q->anon[0:N], q->rows[0:3][0:N])
  dirty(q->in.a), dirty(q->anon), dirty(q->rows[1]);
#pragma acc parallel loop present(q)
  for (int i = 0; i < N; i++) {
    q->x->a[i] = q->in.a[i] * q->anon[i] + q->rows[1][i];
    if (i == 0)
      q->id = 42, q->x->n = 17;
  }
#pragma acc exit data copyout(q->x->a[0:N], q->x[0:1], q[0:1]) delete(q->in.a[0:N], q->anon[0:N], q->rows[0:3][0:N])
  printf("%g %d %d\n", sum(q->x->a), q->id, q->x->n);
  /* a struct variable, conditions, queues */
  struct vec v = *mkv(8, 11); int yes = 1, no = 0;
#pragma acc enter data copyin(v)
#pragma acc enter data copyin(v.a[0:N], v.b[0:N]) if(yes) async(1)
#pragma acc parallel loop async(1) present(v)
  for (int i = 0; i < N; i++) v.a[i] -= v.b[i];
#pragma acc exit data copyout(v.a[0:N]) delete(v.b[0:N]) async(1)
#pragma acc wait
#pragma acc exit data delete(v)
  printf("%g\n", sum(v.a));
  struct vec *null = 0;
#pragma acc enter data copyin(null->a[0:N]) if(no)
#pragma acc exit data copyout(null->a[0:N]) if(no)
  /* inside a region that holds the same */
#pragma acc data copy(p[0:1], p->a[0:N], p->b[0:N])
  {
    enter_members(p); exit_members(p); dirty(p->a); implicit(p);
  }
  printf("%g %d\n", sum(p->a), p->n);
  /* elements of arrays of structs */
  struct vec *t = malloc(3 * sizeof *t); for (int i = 0; i < 3; i++) t[i] = *mkv(i, i);
#pragma acc enter data copyin(t[0:3])
  for (int i = 0; i < 3; i++) {
#pragma acc enter data copyin(t[i].a[0:N]) create(t[i].b[0:N])
  }
#pragma acc parallel loop present(t)
  for (int i = 0; i < N; i++) for (int j = 0; j < 3; j++) t[j].b[i] = t[j].a[i] * t[j].n;
  for (int i = 0; i < 3; i++) {
#pragma acc exit data copyout(t[i].b[0:N]) delete(t[i].a)
  }
#pragma acc exit data delete(t[0:3])
  printf("%g %g\n", sum(t[1].b), sum(t[2].b));
  /* finalize */
  enter_struct(p); enter_members(p); enter_members(p); dirty(p->a); implicit(p);
#pragma acc exit data copyout(p->a[0:N], p[0:1]) delete(p->b) finalize
  printf("%g %d\n", sum(p->a), p->n);
  enter_members(p); dirty(p->a); named(p); exit_members(p); printf("%g\n", sum(p->a));
  return 0;
}
