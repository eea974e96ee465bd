/* Bodies of regions, which run on host and device. They and the programs are compiled with checks of accesses. */
#include "device.h"
#include <openacc.h>

#define BODY(name) void name##_body(clacc_thread *t, void *v)

double table[4] = {1, 2, 3, 4};
static int calls[2];
static const double weights[4] = {1, 2, 4, 8};
static const char *const names[2] = {"one", "two"};

BODY(add) {
  struct args_of_pointers *a = v;
  for (int i = 0; i < a->n; i++) a->b[i] += a->a[i] + t->id + (double)t->count - 1;
}

BODY(read) {
  struct args_of_pointers *a = v;
  (void)t;
  a->value = a->a[a->at];
}

BODY(write) {
  struct args_of_pointers *a = v;
  (void)t;
  a->a[a->at] = 1;
}

BODY(sum) {
  struct args_of_list *a = v;
  double sum = 0;
  (void)t;
  for (int i = 0; i < a->l->n; i++) sum += a->l->p[i];
  a->l->sum = sum;
}

BODY(rows) {
  struct args_of_matrix *a = v;
  (void)t;
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < a->n; j++) a->rows[i][j] = 10 * i + j;
}

BODY(pairs) {
  struct args_of_pairs *a = v;
  (void)t;
  a->x[0].c = 'x';
  a->x[0].d = 2;
  a->y[0] = a->x[0];
  for (size_t i = 0; i < sizeof *a->x; i++) ((char *)&a->y[1])[i] = ((char *)&a->x[0])[i];
}

BODY(count) {
  struct args_of_pointers *a = v;
  double local[8];
  double *own = clacc_malloc(8 * sizeof *own);
  (void)t;
  for (int i = 0; i < 8; i++) local[i] = i, own[i] = 2 * i;
  for (int i = 0; i < 8; i++) a->a[0] += local[i] + own[i];
  clacc_free(own);
}

BODY(constants) {
  struct args_of_pointers *a = v;
  (void)t;
  for (int i = 0; i < 4; i++) a->a[0] += weights[(i + a->at) & 3];
  a->a[0] += names[a->at & 1][0] == 'o';
}

BODY(write_constant) {
  struct args_of_pointers *a = v;
  double *volatile to = (double *)(size_t)&weights[a->at];
  (void)t;
  *to = 1;
}

BODY(declared) {
  struct args_of_pointers *a = v;
  double *here = clacc_here(table);
  (void)t;
  for (int i = 0; i < 4; i++) here[i] += a->value;
}

BODY(use_freed) {
  struct args_of_pointers *a = v;
  double *own = clacc_malloc(8);
  (void)t;
  own[0] = 1;
  clacc_free(own);
  a->a[0] = own[0];
}

BODY(static) {
  (void)t;
  (void)v;
  int *volatile number = &host_number;
  *number = 3;
}

BODY(fill) {
  struct args_of_pointers *a = v;
  (void)t;
  for (int i = 0; i < a->n; i++) a->a[i] = i;
  a->value = a->a[a->n - 1];
}

BODY(own_static) {
  struct args_of_pointers *a = v;
  (void)t;
  calls[a->at & 1]++;
}

BODY(bits) {
  struct args_of_bits *a = v;
  (void)t;
  for (int i = 0; i < a->n; i++) a->bits[i].first = (unsigned)i & 31, a->bits[i].second = 2 * (unsigned)i & 511;
}

static void gang(clacc_thread *t, void *v) {
  struct args_of_pointers *a = v;
  uint32_t state;
  double mine = 0, *all;
  uint64_t lo, hi;
  if (clacc_gang_range(t, (uint64_t)a->n, &lo, &hi))
    for (; lo < hi; lo++) mine += a->a[lo];
  all = clacc_league_partial(t, sizeof mine, &state);
  if (all) mine = *all = state & CLACC_PARTIAL_FIRST ? mine : *all + mine;
  if (state & CLACC_PARTIAL_LAST) {
    a->b[0] += mine;
    clacc_league_done(t);
  }
}

BODY(gangs) {
  (void)t;
  clacc_teams(NULL, gang, v, 3, 3, 0, CLACC_TEAMS_SHARE);
}

static void in_parallel(clacc_thread *t, void *v) {
  struct args_of_pointers *a = v;
  clacc_critical_begin(NULL);
  a->a[0] += 1;
  a->a[1] += (clacc_running_device() >= 0);
  a->a[2] = t->count;
  clacc_critical_end(NULL);
}

BODY(fork) {
  (void)t;
  clacc_fork(NULL, in_parallel, v, 4, 0);
}

struct of_task { double *a; int64_t *sum; void *event; double much[20]; };

static void small_task(clacc_thread *t, void *v) {
  struct of_task *task = *(struct of_task **)v;
  (void)t;
  task->a[0] += 1;
}

static void large_task(clacc_thread *t, void *v) {
  struct of_task *task = v;
  int64_t *mine = clacc_reduction_copy(t, task->sum);
  *mine += 1;
  task->much[19] += 1;
  task->a[1] += task->much[19];
}

static void late_task(clacc_thread *t, void *v) {
  struct of_task *task = *(struct of_task **)v;
  (void)t;
  task->a[2] += 1;
  clacc_event_fulfill(task->event);
}

static void copy_task(void *to, const void *from) {
  struct of_task *task = to;
  *task = *(const struct of_task *)from;
  task->much[19] = 3;
}

static void zero(void *copy, const void *original, size_t bytes) { (void)original, (void)bytes, *(int64_t *)copy = 0; }
static void add_to(void *into, const void *from, size_t bytes) { (void)bytes, *(int64_t *)into += *(const int64_t *)from; }

BODY(tasks) {
  static void *cell;
  static const double first = 5;
  struct args_of_pointers *a = v;
  int64_t sum = 0;
  struct of_task task = {a->a, &sum, clacc_event(), {0}}, *known = &task;
  clacc_task_reduction list = {&sum, sizeof sum, zero, add_to};
  clacc_task_info small = {NULL, small_task, NULL, sizeof known, 8, 0, 0};
  clacc_task_info large = {NULL, large_task, NULL, sizeof task, 8, 0, 0};
  clacc_task_info copied = {NULL, large_task, copy_task, sizeof task, 8, 0, 0};
  clacc_task_info late = {NULL, late_task, NULL, sizeof known, 8, 0, 0};
  clacc_depend depend = {&sum, CLACC_INOUT, 0};
  double *own = clacc_threadprivate(&cell, &first, sizeof first);
  clacc_group_begin(t);
  clacc_group_reduce(t, 1, &list);
  for (int i = 0; i < 50; i++) clacc_task(t, &small, &known, (uint32_t)(i & 1), &depend);
  for (int i = 0; i < 50; i++) clacc_task(t, &large, &task, 0, NULL);
  for (int i = 0; i < 50; i++) clacc_task(t, &copied, &task, (uint32_t)(i & 1), &depend);
  clacc_task_detached(t, &late, &known, 0, NULL, task.event);
  clacc_task_wait(t, 0, NULL);
  clacc_group_end(t);
  *own += 1;
  a->a[3] = (double)sum;
  a->a[4] = *own;
}

BODY(heap) {
  struct args_of_pointers *a = v;
  double *own = clacc_calloc(4, sizeof *own);
  (void)t;
  own[3] = own[0] + 7;
  own = clacc_realloc(own, 8 * sizeof *own);
  own[7] = own[3] + 1;
  clacc_memcpy(a->a, own + 2, 2 * sizeof *own);
  clacc_memmove(a->a + 2, a->a + 1, sizeof *own);
  clacc_memset(a->a + 1, 0, sizeof *own);
  a->a[3] = own[7];
  clacc_free(own);
  clacc_free(NULL);
  clacc_free(clacc_realloc(NULL, 8));
}

BODY(where) {
  struct args_of_pointers *a = v;
  (void)t;
  a->a[0] = (clacc_running_device() >= 0) + 2 * acc_on_device(acc_device_not_host) + 4 * acc_on_device(acc_device_host)
            + 8 * acc_on_device(acc_device_nvidia) + 16 * acc_on_device(acc_device_radeon);
  a->a[1] = clacc_running_device();
  a->a[2] = clacc_running_type();
}

BODY(copy_in) {
  struct args_of_pointers *a = v;
  (void)t;
  clacc_memcpy(a->a, a->b, 3 * sizeof *a->a);
}

BODY(set_behind) {
  struct args_of_pointers *a = v;
  (void)t;
  clacc_memset(a->a, 0, (size_t)a->n);
}

BODY(free_it) {
  struct args_of_pointers *a = v;
  (void)t;
  clacc_free(a->a);
}

BODY(free_twice) {
  double *own = clacc_malloc(8);
  (void)t, (void)v;
  clacc_free(own);
  clacc_free(own); /* again */
}

BODY(resize_it) {
  struct args_of_pointers *a = v;
  (void)t;
  a->value = clacc_realloc(a->a, 16) != NULL;
}

BODY(nested) {
  static const clacc_site site = {sizeof site, 0, 0, __FILE__, "nested", __LINE__, __LINE__, 1, 1};
  (void)t;
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, fill_body, v, sizeof(struct args_of_pointers), 0, 0, NULL, 0, NULL);
}

static inline double at_least(const double *p, int i) {
  return p[i] > 1 ? p[i] : 1;
}
static inline double of_both(const double *p, int i) {
  return at_least(p, i) + 1;
}

BODY(inlined) {
  struct args_of_pointers *a = v;
  (void)t;
  a->value = of_both(a->a, a->at);
}
