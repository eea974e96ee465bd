/* Programs for a device with a memory of its own, as generated code calls the library. The first argument names the program. Right ones say
   "right", wrong ones end with a message. */
#include "device.h"
#include <openacc.h>
#include <stdio.h>

#define TO CLACC_TO
#define FROM CLACC_FROM
#define N 10
#define ITEM(host, bytes, pointer, action, name) {host, bytes, (void **)(pointer), name, action, 0}
#define COUNT(list) (uint32_t)(sizeof list / sizeof *list)
#define SITE(kind) static const clacc_site site = {sizeof site, kind, 0, __FILE__, __func__, __LINE__, __LINE__, 1, 1}
#define DATA(function, ...) \
  do { \
    SITE(3); \
    clacc_item list[] = {__VA_ARGS__}; \
    clacc_data_##function(&site, CLACC_DEFAULT_DEVICE, 1, COUNT(list), list); \
  } while (0)
#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(3); \
    } \
  } while (0)
#define ON_DEVICE (acc_get_device_type() != acc_device_host)

int host_number;
static const clacc_global globals[] = {{table, sizeof table, "table", CLACC_TO | CLACC_VALUES, 0}};

__attribute__((constructor)) static void before_main(void) { clacc_globals(1, globals); }

static void none(clacc_thread *t, void *v) { (void)t, (void)v; }

static const clacc_param pointers[] = {
    {offsetof(struct args_of_pointers, a), CLACC_POINTER, sizeof(double), "a"},
    {offsetof(struct args_of_pointers, b), CLACC_POINTER, sizeof(double), "b"}};

static void launch(clacc_body body, struct args_of_pointers *args, uint32_t items, const clacc_item *item) {
  SITE(0);
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, body, args, sizeof *args, 0, 2, pointers, items, item);
}

static double a[N], b[N];

static void fill(void) {
  for (int i = 0; i < N; i++) a[i] = i, b[i] = 1;
}

/* ---- right ones ---- */

static void on_either(int32_t device, int32_t go) {
  SITE(0);
  double *p = a, *q = b;
  struct args_of_pointers args = {p, q, N, 0, 0};
  clacc_item items[] = {ITEM(p, sizeof a, &p, TO, "a[0:n]"), ITEM(q, sizeof b, &q, TO | FROM, "b[0:n]")};
  fill();
  clacc_target(&site, device, go, add_body, &args, sizeof args, 0, 2, pointers, 2, items);
  for (int i = 0; i < N; i++) CHECK(b[i] == 1 + i && args.a == a);
}

static void kernels(void) {
  on_either(CLACC_DEFAULT_DEVICE, 1);
  on_either(CLACC_DEFAULT_DEVICE, 0);
  on_either(-1, 1);
}

static void counters(void) {
  fill();
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a"));
  CHECK(!ON_DEVICE || acc_is_present(a, sizeof a));
  acc_copyin(a, sizeof a);
  DATA(begin, ITEM(a, sizeof a, NULL, TO | FROM | CLACC_HOLD, "a"));
  a[0] = 7;
  DATA(exit, ITEM(a, sizeof a, NULL, FROM, "a"));
  acc_delete(a, sizeof a);
  CHECK(!ON_DEVICE || acc_is_present(a, sizeof a));
  acc_delete(a, sizeof a);
  DATA(exit, ITEM(a, sizeof a, NULL, CLACC_FINALIZE, "a"));
  CHECK(!ON_DEVICE || (acc_is_present(a, sizeof a) && a[0] == 7));
  DATA(end, ITEM(a, sizeof a, NULL, TO | FROM | CLACC_HOLD, "a"));
  CHECK(!ON_DEVICE || (!acc_is_present(a, sizeof a) && a[0] == 0));
}

static void updates(void) {
  fill();
  DATA(update, ITEM(a, sizeof a, NULL, TO, "a"));
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a"));
  a[1] = 20;
  DATA(update, ITEM(a, 16, NULL, TO | CLACC_PRESENT, "a[0:2]"));
  a[1] = a[2] = 30;
  DATA(update, ITEM(a, sizeof a, NULL, FROM | CLACC_PRESENT, "a"));
  CHECK(!ON_DEVICE || (a[1] == 20 && a[2] == 2));
  a[1] = 40;
  DATA(enter, ITEM(a, sizeof a, NULL, TO | CLACC_ALWAYS, "a"));
  a[1] = 50;
  DATA(exit, ITEM(a, sizeof a, NULL, FROM | CLACC_ALWAYS, "a"));
  CHECK(!ON_DEVICE || (a[1] == 40 && acc_is_present(a, 8)));
  DATA(exit, ITEM(a, sizeof a, NULL, 0, "a"));
  DATA(exit, ITEM(a, sizeof a, NULL, FROM, "a"));
  CHECK(!acc_is_present(a, 8) || !ON_DEVICE);
}

static const clacc_param of_list[] = {{0, CLACC_ADDRESS_OF, sizeof(struct list), "l"}};

static void attached(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l, sizeof l, NULL, TO | FROM, "l"), ITEM(l.p, sizeof a, &l.p, TO, "l.p[0:n]")};
  fill();
  for (int round = 0; round < 3; round++) {
    l.sum = 0;
    clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 2, items);
    CHECK(!ON_DEVICE || (l.sum == 45 && l.p == a && l.n == N));
  }
  DATA(enter, ITEM(&l, sizeof l, NULL, TO, "l"));
  DATA(enter, ITEM(l.p, sizeof a, &l.p, TO, "l.p[0:n]"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 0, NULL);
  l.sum = 1;
  acc_attach((void **)&l.p);
  acc_detach((void **)&l.p);
  DATA(update, ITEM(&l, sizeof l, NULL, FROM, "l"));
  CHECK(!ON_DEVICE || (l.sum == 45 && l.p == a));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 0, NULL);
  DATA(exit, ITEM(l.p, sizeof a, &l.p, 0, "l.p[0:n]"));
  DATA(exit, ITEM(&l, sizeof l, NULL, FROM, "l"));
  CHECK(l.p == a && (!ON_DEVICE || !acc_is_present(&l, 1)));
}

static void members(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l.sum, sizeof l.sum, NULL, FROM | CLACC_MEMBER, "l.sum"), ITEM(&l.n, sizeof l.n, NULL, TO | CLACC_MEMBER, "l.n"),
                        ITEM(&l.p, sizeof l.p, NULL, TO | CLACC_MEMBER, "l.p"), ITEM(l.p, sizeof a, &l.p, TO, "l.p[0:n]")};
  fill();
  for (int round = 0; round < 3; round++) {
    l.sum = 0;
    clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 4, items);
    CHECK(!ON_DEVICE || l.sum == 45);
  }
}

static void members_one_by_one(void) {
  SITE(0);
  struct list l = {a, N, 0}, *q = &l;
  struct args_of_list args = {&l};
  fill();
  DATA(enter, ITEM(&l.sum, sizeof l.sum, &q, 0 | CLACC_MEMBER, "q->sum"));
  DATA(enter, ITEM(&l.n, sizeof l.n, &q, TO | CLACC_MEMBER, "q->n"));
  DATA(begin, ITEM(&l.p, sizeof l.p, &q, TO | CLACC_MEMBER, "q->p"), ITEM(l.p, sizeof a, &l.p, TO, "q->p[0:n]"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 0, NULL);
  DATA(end, ITEM(&l.p, sizeof l.p, &q, TO | CLACC_MEMBER, "q->p"), ITEM(l.p, sizeof a, &l.p, TO, "q->p[0:n]"));
  DATA(exit, ITEM(&l.n, sizeof l.n, &q, 0 | CLACC_MEMBER, "q->n"), ITEM(&l.sum, sizeof l.sum, &q, FROM | CLACC_MEMBER, "q->sum"));
  CHECK(!ON_DEVICE || l.sum == 45);
}

static void rows(void) {
  SITE(0);
  static const clacc_param param[] = {{0, CLACC_POINTER, sizeof(double *), "rows"}};
  double space[3][3], *row[3] = {space[0], space[1], space[2]};
  double **rows = row;
  struct args_of_matrix args = {rows, 3};
  DATA(enter, ITEM(row, sizeof row, &rows, TO, "rows[0:3]"));
  for (int i = 0; i < 3; i++) DATA(enter, ITEM(row[i], sizeof space[i], &row[i], 0, "rows[i][0:3]"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, rows_body, &args, sizeof args, 0, 1, param, 0, NULL);
  for (int i = 0; i < 3; i++) DATA(exit, ITEM(row[i], sizeof space[i], &row[i], FROM, "rows[i][0:3]"));
  DATA(exit, ITEM(row, sizeof row, &rows, FROM, "rows[0:3]"));
  CHECK(!ON_DEVICE || (space[2][1] == 21 && row[1] == space[1]));
}

static void structs(void) {
  SITE(0);
  static const clacc_param param[] = {{0, CLACC_POINTER, sizeof(struct pair), "x"}, {8, CLACC_POINTER, sizeof(struct pair), "y"}};
  struct pair x[1], y[2];
  struct args_of_pairs args = {x, y};
  clacc_item items[] = {ITEM(x, sizeof x, NULL, FROM, "x"), ITEM(y, sizeof y, NULL, FROM, "y")};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, pairs_body, &args, sizeof args, 0, 2, param, 2, items);
  CHECK(!ON_DEVICE || (y[0].c == 'x' && y[1].d == 2));
}

static void others(void) {
  struct args_of_pointers args = {a, a + N, 0, 1, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO | FROM, "a")};
  fill();
  launch(count_body, &args, 1, items);
  CHECK(!ON_DEVICE || a[0] == 84);
  launch(constants_body, &args, 1, items);
  CHECK(!ON_DEVICE || a[0] == 99);
}

/* Each device has its copy of a declared variable, and the host has its own. */
static void declared(void) {
  struct args_of_pointers args = {NULL, NULL, 0, 0, 1};
  int devices = acc_get_num_devices(acc_device_not_host);
  for (int device = 0; ON_DEVICE && device < devices; device++) {
    acc_set_device_num(device, acc_device_not_host);
    for (int round = 0; round <= device; round++) launch(declared_body, &args, 0, NULL);
  }
  CHECK(table[3] == 4 && clacc_here(table) == table);
  for (int device = 0; ON_DEVICE && device < devices; device++) {
    acc_set_device_num(device, acc_device_not_host);
    DATA(update, ITEM(table, sizeof table, NULL, FROM | CLACC_PRESENT, "table"));
    CHECK(table[3] == 5 + device && table[0] == 2 + device);
  }
}

static void bits(void) {
  SITE(0);
  static const clacc_param param[] = {{0, CLACC_POINTER, sizeof(struct bits), "bits"}};
  struct bits list[N], other[1];
  struct args_of_bits args = {list, N};
  clacc_item items[] = {ITEM(list, sizeof list, NULL, FROM, "list")};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, bits_body, &args, sizeof args, 0, 1, param, 1, items);
  CHECK(list[9].first == 9 && list[9].second == 18);
  acc_create(other, sizeof other);
  args.bits = other, args.n = 1;
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, bits_body, &args, sizeof args, 0, 1, param, 0, NULL);
  acc_copyout(other, sizeof other);
  CHECK(other[0].first == 0);
}

static void gangs(void) {
  struct args_of_pointers args = {a, b, N, 0, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO, "a"), ITEM(b, sizeof b, NULL, TO | FROM, "b")};
  fill();
  launch(gangs_body, &args, 2, items);
  CHECK(b[0] == 46);
}

static void forks(void) {
  struct args_of_pointers args = {a, b, N, 0, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO | FROM, "a")};
  fill();
  launch(fork_body, &args, 1, items);
  CHECK(ON_DEVICE ? a[0] == 1 && a[1] == 2 && a[2] == 1 : a[0] == a[2] && a[1] == 1);
}

static void tasks(void) {
  struct args_of_pointers args = {a, b, N, 0, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO | FROM, "a")};
  fill();
  launch(tasks_body, &args, 1, items);
  CHECK(a[0] == 50 && a[1] == 1 + 50 + 50 * 4 && a[2] == 3 && a[3] == 100 && a[4] == 6);
}

static void heap(void) {
  struct args_of_pointers args = {a, b, N, 0, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO | FROM, "a")};
  fill();
  launch(heap_body, &args, 1, items);
  CHECK(a[0] == 0 && a[1] == 0 && a[2] == 7 && a[3] == 8);
  fill();
  heap_body(clacc_self(), &args);
  CHECK(a[0] == 0 && a[1] == 0 && a[2] == 7 && a[3] == 8);
}

static void where(void) {
  struct args_of_pointers args = {a, b, N, 0, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO | FROM, "a")};
  int device = acc_get_device_num(acc_device_not_host);
  const char *types = getenv("ACC2OMP_DEVICE_TYPES");
  acc_device_t type = types != NULL && strcmp(types, "radeon") == 0 ? acc_device_radeon : acc_device_nvidia;
  launch(where_body, &args, 1, items);
  CHECK(ON_DEVICE ? a[0] == (type == acc_device_radeon ? 19 : 11) && a[1] == device && a[2] == type
                  : a[0] == 4 && a[1] == -1 && a[2] == acc_device_host);
  CHECK(!ON_DEVICE || (acc_get_device_type() == type && acc_get_device_num(type) == device));
  where_body(clacc_self(), &args);
  CHECK(a[0] == 4 && a[1] == -1 && a[2] == acc_device_host);
}

static void sections(void) {
  /* The section begins behind the pointer, and the pointer is captured. */
  double *p = a;
  struct args_of_pointers args = {p, p, 0, 5, 0};
  fill();
  clacc_item items[] = {ITEM(p + 4, 3 * sizeof *p, &p, TO, "p[4:3]")};
  launch(read_body, &args, 1, items);
  DATA(begin, ITEM(p + 4, 3 * sizeof *p, &p, TO, "p[4:3]"));
  launch(read_body, &args, 0, NULL);
  p = NULL;
  DATA(end, ITEM(p + 4, 3 * sizeof *p, &p, TO, "p[4:3]"));
  CHECK(!ON_DEVICE || !acc_is_present(a + 4, 1));
  clacc_item own[] = {ITEM(a, sizeof a, NULL, CLACC_OWN | TO, "a")};
  launch(write_body, &args, 1, own);
  CHECK(!ON_DEVICE || a[5] == 5);
}

static void routines(void) {
  double *d = acc_malloc(sizeof a);
  struct args_of_pointers args = {d, d, N, 0, 0};
  fill();
  acc_memcpy_to_device(d, b, sizeof b);
  launch(fill_body, &args, 0, NULL);
  if (ON_DEVICE) {
    acc_memcpy_from_device(b, d, sizeof b);
    CHECK(b[9] == 9);
    acc_map_data(a, d, sizeof a);
    SITE(6);
    CHECK(clacc_use_device(&site, CLACC_DEFAULT_DEVICE, 1, a + 2, CLACC_PRESENT, "a") == d + 2);
    CHECK(clacc_use_device(&site, CLACC_DEFAULT_DEVICE, 1, b, 0, "b") == b);
    CHECK(acc_hostptr(d + 1) == a + 1 && acc_deviceptr(a + 1) == d + 1);
    args.a = a;
    launch(fill_body, &args, 0, NULL);
    acc_unmap_data(a);
  }
  acc_free(d);
}

static void two_devices(void) {
  if (acc_get_num_devices(acc_device_not_host) < 2) return;
  fill();
  acc_set_device_num(0, acc_device_not_host);
  acc_copyin(a, sizeof a);
  acc_set_device_num(1, acc_device_not_host);
  CHECK(!acc_is_present(a, 1));
  acc_create(b, sizeof b);
  acc_memcpy_d2d(b, a, sizeof a, 1, 0);
  acc_copyout(b, sizeof b);
  CHECK(b[3] == 3);
}

static void on_thread(clacc_thread *t, void *unused) {
  double *p = malloc(sizeof a);
  struct args_of_pointers args = {p, p, N, 0, 0};
  clacc_item items[] = {ITEM(p, sizeof a, &p, FROM, "p[0:n]")};
  (void)unused;
  for (int round = 0; round < 50; round++) {
    DATA(enter, ITEM(a, sizeof a, NULL, TO, "a"));
    args.n = t->id + 3;
    launch(fill_body, &args, 1, items);
    CHECK(!ON_DEVICE || (p[t->id + 2] == t->id + 2 && acc_is_present(a, sizeof a)));
    DATA(exit, ITEM(a, sizeof a, NULL, FROM, "a"));
  }
  free(p);
}

static void threads(void) {
  clacc_fork(NULL, on_thread, NULL, 4, 0);
  CHECK(!ON_DEVICE || !acc_is_present(a, 1));
}

static void many(void) {
  for (int i = 0; i < 300; i++) {
    static char big[100000];
    DATA(enter, ITEM(big, sizeof big, NULL, TO, "big"));
    DATA(exit, ITEM(big, sizeof big, NULL, FROM, "big"));
  }
}

/* ---- wrong ones ---- */

static void absent(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(read_body, &args, 0, NULL);
}

static void absent_write(void) {
  struct args_of_pointers args = {malloc(80), b, N, 3, 0};
  launch(write_body, &args, 0, NULL);
}

static void null(void) {
  struct args_of_pointers args = {NULL, b, N, 3, 0};
  launch(read_body, &args, 0, NULL);
}

static void short_section(void) {
  struct args_of_pointers args = {a, b, N, 4, 0};
  clacc_item items[] = {ITEM(a, 4 * sizeof *a, NULL, TO, "a[0:4]")};
  launch(read_body, &args, 1, items);
}

static void before_section(void) {
  struct args_of_pointers args = {a, b, N, -1, 0};
  clacc_item items[] = {ITEM(a, 4 * sizeof *a, NULL, TO, "a[0:4]")};
  launch(write_body, &args, 1, items);
}

static void across(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  clacc_item items[] = {ITEM(a, 4 * sizeof *a - 1, NULL, TO, "a")};
  launch(read_body, &args, 1, items);
}

static void deleted(void) {
  double *d;
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a[0:n]"));
  d = acc_deviceptr(a);
  DATA(exit, ITEM(a, sizeof a, NULL, CLACC_FINALIZE, "a[0:n]"));
  struct args_of_pointers args = {d, b, N, 2, 0};
  launch(read_body, &args, 0, NULL);
}

static void freed_on_device(void) {
  struct args_of_pointers args = {a, b, N, 2, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO, "a")};
  launch(use_freed_body, &args, 1, items);
}

static void not_attached(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l, sizeof l, NULL, TO | FROM, "l")};
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 1, items);
}

static void other_member(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l.n, sizeof l.n, NULL, TO | CLACC_MEMBER, "l.n"), ITEM(&l.p, sizeof l.p, NULL, TO | CLACC_MEMBER, "l.p"),
                        ITEM(l.p, sizeof a, &l.p, TO, "l.p[0:n]")};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 3, items);
}

static void parts_apart(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  DATA(enter, ITEM(&l.n, sizeof l.n, NULL, TO, "n of l"));
  DATA(enter, ITEM(&l.p, sizeof l.p, NULL, TO, "p of l"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 0, NULL);
}

static void absent_variable(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 0, NULL);
}

static void never_written(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, FROM | CLACC_VALUES, "a[0:n]")};
  launch(read_body, &args, 1, items);
}

static void constant(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(write_constant_body, &args, 0, NULL);
}

static void static_variable(void) {
  struct args_of_pointers args = {NULL, NULL, N, 3, 0};
  launch(static_body, &args, 0, NULL);
}

static void other_device(void) {
  acc_set_device_num(0, acc_device_not_host);
  struct args_of_pointers args = {acc_copyin(a, sizeof a), b, N, 3, 0};
  acc_set_device_num(1, acc_device_not_host);
  launch(read_body, &args, 0, NULL);
}

static void own_static(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(own_static_body, &args, 0, NULL);
}

static void on_heap(void) {
  SITE(0);
  struct list l = {malloc(80), 1, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l, sizeof l, NULL, TO | FROM, "l")};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 1, items);
}

static void beside_copy(void) {
  SITE(0);
  double *p = malloc(800);
  struct list l = {p + 4, 1, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l, sizeof l, NULL, TO | FROM, "l"), ITEM(p, 24, NULL, TO, "p[0:3]")};
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 2, items);
}

static void left(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a[0:n]"));
  DATA(exit, ITEM(a, sizeof a, NULL, 0, "a[0:n]"));
  launch(read_body, &args, 0, NULL);
}

static void left_member(void) {
  SITE(0);
  struct list l = {a, N, 0};
  struct args_of_list args = {&l};
  clacc_item items[] = {ITEM(&l, sizeof l, NULL, TO | FROM, "l")};
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a[0:n]"));
  DATA(exit, ITEM(a, sizeof a, NULL, 0, "a[0:n]"));
  clacc_target(&site, CLACC_DEFAULT_DEVICE, 1, sum_body, &args, sizeof args, 0, 1, of_list, 1, items);
}

static void routine_not_written(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  acc_create(a, sizeof a);
  launch(read_body, &args, 0, NULL);
}

static void inlined(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(inlined_body, &args, 0, NULL);
}

/* Uses of a device's memory on the host. */
static double *of_device(void) {
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a[0:n]"));
  return acc_deviceptr(a);
}
static void host_reads(void) {
  struct args_of_pointers args = {of_device(), b, N, 3, 0};
  read_body(clacc_self(), &args);
}
static void host_writes(void) {
  struct args_of_pointers args = {of_device(), b, N, 3, 0};
  write_body(clacc_self(), &args);
}
static void host_copies(void) {
  struct args_of_pointers args = {b, of_device(), N, 3, 0};
  copy_in_body(clacc_self(), &args);
}
static void host_copies_to(void) {
  struct args_of_pointers args = {of_device(), b, N, 3, 0};
  copy_in_body(clacc_self(), &args);
}
static void host_sets(void) {
  struct args_of_pointers args = {of_device(), b, N, 3, 0};
  set_behind_body(clacc_self(), &args);
}
static void host_frees(void) {
  struct args_of_pointers args = {of_device(), b, N, 3, 0};
  free_it_body(clacc_self(), &args);
}
static void host_resizes(void) {
  struct args_of_pointers args = {acc_malloc(8), b, N, 3, 0};
  resize_it_body(clacc_self(), &args);
}

/* Memory functions in device code. */
static void device_copies(void) {
  struct args_of_pointers args = {a, malloc(80), N, 3, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO, "a")};
  launch(copy_in_body, &args, 1, items);
}
static void behind_copy(void) {
  static double both[2 * N];
  struct args_of_pointers args = {both + N, b, N, 0, 0};
  clacc_item items[] = {ITEM(both, sizeof a, NULL, TO, "both[0:n]")};
  launch(read_body, &args, 1, items);
}
static void device_sets(void) {
  struct args_of_pointers args = {a, b, 81, 3, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO, "a")};
  launch(set_behind_body, &args, 1, items);
}
static void device_frees(void) {
  struct args_of_pointers args = {malloc(8), b, N, 3, 0};
  launch(free_it_body, &args, 0, NULL);
}
static void device_frees_copy(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  clacc_item items[] = {ITEM(a, sizeof a, NULL, TO, "a")};
  launch(free_it_body, &args, 1, items);
}
static void device_frees_twice(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(free_twice_body, &args, 0, NULL);
}
static void device_resizes(void) {
  struct args_of_pointers args = {malloc(8), b, N, 3, 0};
  launch(resize_it_body, &args, 0, NULL);
}
static void nested(void) {
  struct args_of_pointers args = {a, b, N, 3, 0};
  launch(nested_body, &args, 0, NULL);
}

static void partly(void) {
  DATA(enter, ITEM(a + 2, 16, NULL, TO, "a[2:2]"));
  DATA(enter, ITEM(a, sizeof a, NULL, TO, "a[0:n]"));
}

static void not_present(void) { DATA(enter, ITEM(a, sizeof a, NULL, CLACC_PRESENT, "a[0:n]")); }
static void absent_update(void) { DATA(update, ITEM(a, sizeof a, NULL, FROM | CLACC_PRESENT, "a[0:n]")); }
static void partly_update(void) {
  DATA(enter, ITEM(a, 16, NULL, TO, "a[0:2]"));
  DATA(update, ITEM(a, sizeof a, NULL, FROM, "a[0:n]"));
}
static void device_address(void) { DATA(enter, ITEM(acc_malloc(8), 8, NULL, TO, "d[0:1]")); }
static void no_copy_to_use(void) {
  SITE(6);
  clacc_use_device(&site, CLACC_DEFAULT_DEVICE, 1, a, CLACC_PRESENT, "a");
}
static void no_device(void) {
  SITE(0);
  clacc_target(&site, 7, 1, none, NULL, 0, 0, 0, NULL, 0, NULL);
}
static void copy_of_host(void) { acc_memcpy_to_device(b, a, sizeof a); }
static void copy_behind_end(void) { acc_memcpy_to_device(acc_malloc(8), a, sizeof a); }
static void copy_from_device_of_host(void) { acc_copyin(acc_malloc(8), 8); }

#define PROGRAM(name) {#name, name}
static const struct {
  const char *name;
  void (*run)(void);
} programs[] = {PROGRAM(kernels),      PROGRAM(counters),        PROGRAM(updates),       PROGRAM(attached),
                PROGRAM(members),        PROGRAM(members_one_by_one), PROGRAM(parts_apart),      PROGRAM(rows),            PROGRAM(structs),       PROGRAM(others),
                PROGRAM(sections),     PROGRAM(routines),        PROGRAM(two_devices),   PROGRAM(many), PROGRAM(threads),
                PROGRAM(absent),       PROGRAM(absent_write),    PROGRAM(null),          PROGRAM(short_section),
                PROGRAM(before_section), PROGRAM(across),        PROGRAM(deleted),       PROGRAM(freed_on_device),
                PROGRAM(not_attached), PROGRAM(other_member),    PROGRAM(absent_variable), PROGRAM(never_written),
                PROGRAM(constant),     PROGRAM(static_variable), PROGRAM(other_device),  PROGRAM(partly),
                PROGRAM(not_present),  PROGRAM(absent_update),   PROGRAM(partly_update), PROGRAM(device_address),
                PROGRAM(no_copy_to_use), PROGRAM(no_device),     PROGRAM(copy_of_host),  PROGRAM(copy_behind_end),
                PROGRAM(copy_from_device_of_host),
                PROGRAM(declared),
                PROGRAM(bits),
                PROGRAM(gangs),
                PROGRAM(forks),
                PROGRAM(tasks),
                PROGRAM(heap),
                PROGRAM(where),
                PROGRAM(own_static),
                PROGRAM(on_heap),
                PROGRAM(beside_copy),
                PROGRAM(left),
                PROGRAM(left_member),
                PROGRAM(routine_not_written),
                PROGRAM(inlined),
                PROGRAM(host_reads),
                PROGRAM(host_writes),
                PROGRAM(host_copies),
                PROGRAM(host_copies_to),
                PROGRAM(host_sets),
                PROGRAM(host_frees),
                PROGRAM(host_resizes),
                PROGRAM(device_copies),
                PROGRAM(device_sets), PROGRAM(behind_copy),
                PROGRAM(device_frees),
                PROGRAM(device_frees_copy),
                PROGRAM(device_frees_twice),
                PROGRAM(device_resizes),
                PROGRAM(nested)};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (argc > 1 && strcmp(argv[1], programs[i].name) == 0) {
      programs[i].run();
      puts("right");
      return 0;
    }
  return 2;
}
