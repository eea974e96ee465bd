/* Places, and lines about threads. */
#define _GNU_SOURCE
#include "check.h"

#include <unistd.h>

static void captures(const char *format, const char *expected) {
  char text[600];
  size_t length = omp_capture_affinity(text, sizeof text, format);
  if (strcmp(text, expected) != 0 || length != strlen(expected)) {
    fprintf(stderr, "'%s' gives '%s', not '%s'\n", format, text, expected);
    __sync_fetch_and_add(&failures, 1);
  }
}

static void in_team(clacc_thread *t, void *unused) {
  char expected[100];
  (void)unused;
  sprintf(expected, "1: %d of 3, below 0", t->id);
  captures("%L: %n of %N, below %a", expected);
  sprintf(expected, "1: %d of 3, below 0", t->id);
  captures("%{nesting_level}: %{thread_num} of %{num_threads}, below %{ancestor_tnum}", expected);
  sprintf(expected, "[%d    |    %d|0000%d]", t->id, t->id, t->id);
  captures("[%5n|%.5n|%0.5n]", expected);
}

static void fields(void) {
  char expected[600], name[256];
  captures("plain, 100%%", "plain, 100%");
  captures("%t of %T; %{team_num} of %{num_teams}", "0 of 1; 0 of 1");
  captures("%a|%0.4a|%.4a", "-1|-001|  -1");
  captures("%z %{thread} %12z|%0.12z|", "undefined undefined undefined   |   undefined|");
  captures("%{thread_num", "undefined");
  captures("%", "undefined");
  sprintf(expected, "%d %08d %d", (int)getpid(), (int)getpid(), (int)getpid());
  captures("%P %0.8P %{process_id}", expected);
  gethostname(name, sizeof name);
  sprintf(expected, "%s %s", name, name);
  captures("%H %{host}", expected);
#ifdef __linux__
  sprintf(expected, "%d %d", (int)getpid(), (int)getpid());
  captures("%i %{native_thread_id}", expected);
#endif
  CHECK(omp_capture_affinity(NULL, 0, "%A") == omp_capture_affinity(NULL, 0, "%{thread_affinity}"));
  CHECK(omp_capture_affinity(NULL, 0, "%A") > 0);
}

static void formats(void) {
  char text[40];
  memset(text, 'x', sizeof text);
  CHECK(omp_get_affinity_format(NULL, 0) == strlen("level %L thread %n of %N on %A"));
  omp_set_affinity_format("number %n");
  CHECK(omp_get_affinity_format(text, sizeof text) == 9 && !strcmp(text, "number %n"));
  CHECK(omp_get_affinity_format(text, 4) == 9 && !strcmp(text, "num") && text[4] == 'e');
  CHECK(omp_get_affinity_format(text, 1) == 9 && !strcmp(text, ""));
  captures(NULL, "number 0");
  captures("", "number 0");
  CHECK(omp_capture_affinity(text, 3, "%L%L%L%L%L") == 5 && !strcmp(text, "00"));
  omp_set_affinity_format("");
  CHECK(omp_get_affinity_format(text, sizeof text) == 0);
  omp_set_affinity_format("shown by %n");
}

static void places(void) {
  int list[1] = {77};
  CHECK(omp_get_proc_bind() == omp_proc_bind_false);
  CHECK(omp_get_num_places() == 0 && omp_get_place_num() == -1);
  CHECK(omp_get_place_num_procs(0) == 0 && omp_get_place_num_procs(-1) == 0);
  omp_get_place_proc_ids(0, list);
  CHECK(omp_get_partition_num_places() == 0);
  omp_get_partition_place_nums(list);
  CHECK(list[0] == 77);
}

int main(void) {
  places();
  fields();
  formats();
  team(3, in_team, NULL);
  omp_display_affinity(NULL);
  omp_display_affinity("%n again");
  return done();
}
