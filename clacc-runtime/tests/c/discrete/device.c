/* Bodies for the device, which are compiled with checks of accesses. */
#include "device.h"

#define BODY(name) void name##_on_device(clacc_thread *t, void *v)

double table_of_device[4];
static int calls;
static const double weights[4] = {1, 2, 4, 8};
static const char *const names[2] = {"one", "two"};

void statics_of_device(void) { clacc_device_statics(&calls, &calls + 1); }

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
  double *own = clacc_device_malloc(8 * sizeof *own);
  (void)t;
  for (int i = 0; i < 8; i++) local[i] = i, own[i] = 2 * i;
  for (int i = 0; i < 8; i++) a->a[0] += local[i] + own[i];
  clacc_device_free(own);
  calls++;
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

BODY(globals) {
  struct args_of_pointers *a = v;
  (void)t;
  for (int i = 0; i < 4; i++) table_of_device[i] += a->value;
}

BODY(use_freed) {
  struct args_of_pointers *a = v;
  double *own = clacc_device_malloc(8);
  (void)t;
  own[0] = 1;
  clacc_device_free(own);
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
