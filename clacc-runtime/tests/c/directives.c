/* Routines and directives share reference counts, the present table and the order of queues. */
#include "check.h"

static double a[N], b[N], c[N];

static void fill(void) {
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    b[i] = 2 * i;
    c[i] = -1;
  }
}

static void routines_around_directives(void) {
  fill();
  acc_copyin(a, sizeof a);
  acc_copyin(b, sizeof b);
  acc_create(c, sizeof c);
  CHECK(acc_is_present(a, sizeof a));
  a[3] = 100; /* this value stays on the host */
#pragma omp target teams distribute parallel for map(alloc : a, b, c)
  for (int i = 0; i < N; ++i)
    c[i] = a[i] + b[i];
  CHECK(shared() || c[5] == -1);
  acc_update_self(c, sizeof c);
  CHECK(c[5] == 15);
  CHECK(c[3] == (shared() ? 106 : 9));
  acc_copyout(c, sizeof c);
  acc_delete(a, sizeof a);
  acc_delete(b, sizeof b);
  CHECK(shared() || (!acc_is_present(a, sizeof a) && !acc_is_present(c, sizeof c)));
}

static void directives_around_routines(void) {
  fill();
#pragma omp target enter data map(to : a)
  CHECK(acc_is_present(a, sizeof a));
  CHECK(acc_copyin(a, sizeof a) == acc_deviceptr(a));
  CHECK(mixing_is_inexact() || acc_hostptr(acc_deviceptr(a + 7)) == (void *)(a + 7));
#pragma omp target exit data map(release : a)
  CHECK(mixing_is_inexact() || acc_is_present(a, sizeof a));
  acc_delete(a, sizeof a);
  CHECK(shared() || mixing_is_inexact() || !acc_is_present(a, sizeof a));
  acc_delete(a, sizeof a); /* the data is absent, so nothing happens */
}

static void partly_present_queries(void) {
  fill();
  acc_copyin(a + 10, 20 * sizeof *a);
  CHECK(acc_is_present(a + 10, 20 * sizeof *a));
  CHECK(acc_is_present(a + 15, 0));
  CHECK(acc_is_present(NULL, 8));
  CHECK(shared() == acc_is_present(a + 9, 20 * sizeof *a));
  CHECK(shared() == acc_is_present(a + 11, 20 * sizeof *a));
  CHECK(shared() == acc_is_present(a, sizeof a));
  CHECK(shared() == acc_is_present(a + 30, 0));
  CHECK((char *)acc_deviceptr(a + 12) - (char *)acc_deviceptr(a + 10) == 2 * sizeof *a);
  CHECK(shared() || acc_deviceptr(a) == NULL);
  acc_delete_finalize(a + 10, 20 * sizeof *a);
}

static void finalize(void) {
  fill();
  acc_copyin(a, sizeof a);
  acc_copyin(a, sizeof a);
  acc_copyin(a, sizeof a);
  acc_delete(a, sizeof a);
  CHECK(acc_is_present(a, sizeof a));
#pragma omp target map(alloc : a)
  a[1] = 7;
  acc_copyout_finalize(a, sizeof a);
  CHECK(a[1] == 7);
  CHECK(shared() || !acc_is_present(a, sizeof a));
}

static void mapped_memory(void) {
  if (shared())
    return;
  fill();
  double *room = acc_malloc(2 * sizeof a);
  CHECK(room != NULL);
  acc_map_data(a, room, sizeof a);
  acc_map_data(b, room + N, sizeof b);
  CHECK(acc_deviceptr(b + 1) == (void *)(room + N + 1) && acc_hostptr(room + N + 1) == (void *)(b + 1));
  acc_update_device(a, sizeof a);
#pragma omp target map(alloc : a, b)
  for (int i = 0; i < N; ++i)
    b[i] = a[i] * 3;
  acc_delete_finalize(b, sizeof b);
  CHECK(acc_is_present(b, sizeof b)); /* only unmapping ends the mapping */
  acc_update_self(b, sizeof b);
  CHECK(b[4] == 12);
  acc_unmap_data(a);
  acc_unmap_data(b);
  CHECK(!acc_is_present(a, sizeof a) && acc_hostptr(room) == NULL);
  acc_free(room);
  acc_free(NULL);
}

static void copies(void) {
  fill();
  double *room = acc_malloc(sizeof a), *more = acc_malloc(sizeof a);
  acc_memcpy_to_device(room, a, sizeof a);
  acc_memcpy_device(more, room, sizeof a);
  acc_memcpy_from_device(c, more, sizeof a);
  CHECK(c[9] == 9 && c[N - 1] == N - 1);
  acc_memcpy_from_device(NULL, NULL, 0);
  acc_free(room);
  acc_free(more);
}

static void two_devices(void) {
  if (acc_get_num_devices(acc_device_not_host) < 2)
    return;
  fill();
  acc_device_t type = acc_get_device_type();
  acc_set_device_num(0, type);
  acc_copyin(a, sizeof a);
  acc_set_device_num(1, type);
  CHECK(acc_get_device_num(type) == 1);
  CHECK(!acc_is_present(a, sizeof a));
  acc_create(b, sizeof b);
  acc_memcpy_d2d(b, a, sizeof a, 1, 0);
  acc_update_self(b, sizeof b);
  CHECK(b[8] == 8);
  acc_delete(b, sizeof b);
  acc_set_device_num(0, type);
  acc_delete(a, sizeof a);
}

struct vector {
  long size;
  double *data;
};

static void attached_pointer(void) {
  struct vector v = {N, a};
  double *host = v.data;
  fill();
  acc_copyin(&v, sizeof v);
  acc_copyin(v.data, N * sizeof *v.data);
  acc_attach((void **)&v.data);
  acc_attach((void **)&v.data);
#pragma omp target map(alloc : v)
  for (int i = 0; i < N; ++i)
    v.data[i] += 1;
  acc_detach((void **)&v.data);
  acc_update_self(&v, sizeof v);
  CHECK(v.data == host);
  acc_update_self(a, sizeof a);
  CHECK(a[6] == 7);
  acc_detach((void **)&v.data);
  acc_copyout(&v, sizeof v);
  CHECK(v.data == host);
  CHECK(acc_is_present(a, sizeof a));
  acc_delete(a, sizeof a); /* attaching did not change the counter */
  CHECK(shared() || !acc_is_present(a, sizeof a));
  CHECK(shared() || !acc_is_present(&v, sizeof v));
}

/* The pointer stays attached until the directive that attached it is undone, too. */
static void pointer_attached_by_directive(void) {
  struct vector v = {N, a};
  double seen = 0;
  fill();
#pragma omp target enter data map(to : v)
#pragma omp target enter data map(to : v.data[0 : N])
  for (int i = 0; i < N; ++i)
    v.data[i] = 100; /* these values stay on the host */
  acc_attach((void **)&v.data);
  acc_detach((void **)&v.data);
#pragma omp target map(alloc : v) map(from : seen)
  seen = v.data[3];
  CHECK(shared() || seen == 3);
#pragma omp target exit data map(release : v.data[0 : N])
#pragma omp target exit data map(release : v)
  CHECK(shared() || !acc_is_present(&v, sizeof v));
}

static void the_host_as_device(void) {
  acc_device_t type = acc_get_device_type();
  int number = acc_get_device_num(type);
  acc_set_device_type(acc_device_host);
  CHECK(acc_get_device_type() == acc_device_host && acc_get_device_num(acc_device_host) == 0);
  CHECK(acc_copyin(a, sizeof a) == (void *)a && acc_is_present(b, sizeof b));
  acc_set_device_num(number, type);
  CHECK(acc_get_device_type() == type && acc_get_device_num(type) == number);
}

int main(void) {
  acc_init(acc_device_default);
  acc_init(acc_device_default);
  routines_around_directives();
  directives_around_routines();
  partly_present_queries();
  finalize();
  mapped_memory();
  copies();
  two_devices();
  attached_pointer();
  pointer_attached_by_directive();
  the_host_as_device();
  acc_shutdown(acc_device_default);
  acc_shutdown(acc_device_default);
  return done("directives");
}
