/* The routines about devices and their memory, on the host alone; time, tools, resources. */
#include "check.h"

#include <limits.h>

static void asks_default(clacc_thread *t, void *unused) {
  (void)unused;
  CHECK(omp_get_default_device() == 3);
  omp_set_default_device(t->id);
  clacc_barrier(t);
  CHECK(omp_get_default_device() == t->id);
}

static void information(void) {
  CHECK(omp_get_num_devices() == 0);
  CHECK(omp_get_initial_device() == 0);
  CHECK(omp_get_device_num() == 0);
  CHECK(omp_is_initial_device());
  CHECK(omp_get_default_device() == 0);
  omp_set_default_device(3);
  CHECK(omp_get_default_device() == 3);
  team(4, asks_default, NULL);
  CHECK(omp_get_default_device() == 3);
  omp_set_default_device(-1);
  CHECK(omp_get_default_device() == 0);
}

static void memory(void) {
  int host = omp_get_initial_device();
  double values[4] = {1, 2, 3, 4}, back[4] = {0};
  double *copy = omp_target_alloc(sizeof values, host);
  CHECK(copy != NULL);
  CHECK(omp_target_alloc(0, host) == NULL);
  CHECK(omp_target_alloc(8, 1) == NULL);
  CHECK(omp_target_memcpy(copy, values, sizeof values, 0, 0, host, host) == 0);
  CHECK(omp_target_memcpy(back, copy, 2 * sizeof *back, sizeof *back, 2 * sizeof *back, host, host) == 0);
  CHECK(back[0] == 0 && back[1] == 3 && back[2] == 4 && back[3] == 0);
  CHECK(omp_target_memcpy(back, copy, 0, 0, 0, host, host) == 0);
  CHECK(omp_target_memcpy(back, copy, 8, 0, 0, 1, host) != 0);
  CHECK(omp_target_memcpy(back, copy, 8, 0, 0, host, -2) != 0);
  CHECK(omp_target_memcpy(NULL, copy, 8, 0, 0, host, host) != 0);
  CHECK(omp_target_is_present(copy, host) && !omp_target_is_present(copy, 1));
  CHECK(omp_target_associate_ptr(values, copy, sizeof values, 0, host) != 0);
  CHECK(omp_target_disassociate_ptr(values, host) != 0);
  omp_target_free(copy, host);
  omp_target_free(NULL, host);
}

enum { ROWS = 4, COLUMNS = 5, PLANES = 3 };

static void rectangles(void) {
  int host = omp_get_initial_device(), from[PLANES][ROWS][COLUMNS], to[ROWS + 1][COLUMNS + 2], cube[2][2][2];
  size_t volume[] = {2, 2, 3}, source_first[] = {1, 2, 1}, source_extents[] = {PLANES, ROWS, COLUMNS};
  size_t first[] = {3, 4}, extents[] = {ROWS + 1, COLUMNS + 2}, no[] = {0, 0, 0}, two[] = {2, 2, 2};
  int i, j, k;
  for (i = 0; i < PLANES; ++i)
    for (j = 0; j < ROWS; ++j)
      for (k = 0; k < COLUMNS; ++k) from[i][j][k] = 100 * i + 10 * j + k;
  memset(to, 0, sizeof to);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, host, host) >= 3);
  /* Two dimensions of one plane. */
  CHECK(omp_target_memcpy_rect(to, from[1], sizeof(int), 2, volume + 1, first, source_first + 1, extents,
                               source_extents + 1, host, host) == 0);
  for (i = 0; i < ROWS + 1; ++i)
    for (j = 0; j < COLUMNS + 2; ++j) {
      int is_part = i >= 3 && j >= 4;
      CHECK(to[i][j] == (is_part ? 100 + 10 * (i - 3 + 2) + (j - 4 + 1) : 0));
    }
  /* Three dimensions. */
  volume[2] = 2;
  CHECK(omp_target_memcpy_rect(cube, from, sizeof(int), 3, volume, no, source_first, two, source_extents, host,
                               host) == 0);
  for (i = 0; i < 8; ++i)
    CHECK(cube[i >> 2][i >> 1 & 1][i & 1] == from[1 + (i >> 2)][2 + (i >> 1 & 1)][1 + (i & 1)]);
  /* What is not in the arrays, no device, no dimension. */
  volume[0] = 3;
  CHECK(omp_target_memcpy_rect(cube, from, sizeof(int), 3, volume, no, source_first, two, source_extents, host,
                               host) != 0);
  volume[0] = 1;
  CHECK(omp_target_memcpy_rect(cube, from, sizeof(int), 3, volume, no, no, two, source_extents, 1, host) != 0);
  CHECK(omp_target_memcpy_rect(cube, from, sizeof(int), 0, volume, no, no, two, source_extents, host, host) != 0);
  CHECK(omp_target_memcpy_rect(cube, NULL, sizeof(int), 3, volume, no, no, two, source_extents, host, host) != 0);
}

#ifdef CLACC_OMP_H
/* Routines that gcc 12's header does not declare. */
static void later_routines(void) {
  int host = omp_get_initial_device(), from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0}, result = 9;
  size_t volume = 2, first = 1, none = 0, extent = 6;
  omp_depend_t depend;
  memset(&depend, 0, sizeof depend);
  CHECK(omp_target_is_accessible(from, sizeof from, host) && !omp_target_is_accessible(NULL, 1, host));
  CHECK(!omp_target_is_accessible(from, sizeof from, 1));
  CHECK(omp_get_mapped_ptr(from, host) == from && omp_get_mapped_ptr(from, omp_initial_device) == from);
  CHECK(omp_get_mapped_ptr(from, 1) == NULL && omp_get_mapped_ptr(from, omp_invalid_device) == NULL);
  CHECK(omp_target_memcpy_async(to, from, 2 * sizeof *to, 0, sizeof *to, host, host, 0, NULL) == 0);
  CHECK(to[0] == 2 && to[1] == 3 && to[2] == 0);
  CHECK(omp_target_memcpy_async(to, from, 2 * sizeof *to, 0, sizeof *to, host, host, 1, &depend) == 0);
  CHECK(omp_target_memcpy_rect_async(to, from, sizeof *to, 1, &volume, &first, &none, &extent, &extent, host, host, 0,
                                     NULL) == 0);
  CHECK(to[0] == 2 && to[1] == 1 && to[2] == 2 && to[3] == 0);
  CHECK(omp_control_tool(omp_control_tool_start, 0, NULL) == omp_control_tool_notool);
  CHECK(omp_get_num_interop_properties(omp_interop_none) == 0);
  CHECK(omp_get_interop_int(omp_interop_none, omp_ipr_vendor, &result) == 0 && result == omp_irc_empty);
  CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_targetsync, &result) == NULL && result == omp_irc_empty);
  CHECK(omp_get_interop_str(omp_interop_none, (omp_interop_property_t)0, &result) == NULL);
  CHECK(result == omp_irc_out_of_range);
  CHECK(omp_get_interop_int(omp_interop_none, omp_ipr_first, NULL) == 0);
  CHECK(!strcmp(omp_get_interop_name(omp_interop_none, omp_ipr_fr_id), "fr_id"));
  CHECK(omp_get_interop_name(omp_interop_none, (omp_interop_property_t)4) == NULL);
  CHECK(omp_get_interop_type_desc(omp_interop_none, omp_ipr_fr_id) == NULL);
  CHECK(strlen(omp_get_interop_rc_desc(omp_interop_none, omp_irc_empty)) > 0);
  CHECK(omp_get_interop_rc_desc(omp_interop_none, (omp_interop_rc_t)5) == NULL);
}
#endif

static void time_passes(void) {
  double start = omp_get_wtime(), tick = omp_get_wtick(), now = start;
  CHECK(tick > 0 && tick < 1);
  while (now == start) now = omp_get_wtime();
  CHECK(now > start);
}

static void leagues(void) {
  CHECK(omp_get_max_teams() == 0 && omp_get_teams_thread_limit() == 0);
  omp_set_num_teams(6);
  omp_set_teams_thread_limit(2);
  CHECK(omp_get_max_teams() == 6 && omp_get_teams_thread_limit() == 2);
  omp_set_num_teams(-1);
  omp_set_teams_thread_limit(-1);
  CHECK(omp_get_max_teams() == 6 && omp_get_teams_thread_limit() == 2);
}

int main(void) {
#ifdef CLACC_OMP_H
  later_routines();
#endif
  information();
  memory();
  rectangles();
  time_passes();
  leagues();
  return done();
}
