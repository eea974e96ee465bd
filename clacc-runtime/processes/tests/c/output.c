/* Prints lines in an order that the program prescribes, to stdout and to a file: in turn, in a critical region, in ordered regions. The
   argument says how many threads; the output is the same for all. */
#include "check.h"

static FILE *file;

static void lines(clacc_thread *t, void *args) {
  (void)args;
  for (int turn = 0; turn < t->count; ++turn) {
    if (turn == t->id) {
      printf("[");
      fprintf(file, "<");
    }
    clacc_barrier(t);
  }
  uint64_t lo, hi;
  clacc_loop_begin(t, 40, 1, CLACC_DYNAMIC | CLACC_ORDERED);
  while (clacc_loop_next(t, &lo, &hi)) {
    for (uint64_t i = lo; i < hi; ++i) {
      clacc_ordered_begin(t, i);
      printf("%d", (int)i);
      putchar(i % 10 == 9 ? '\n' : ' ');
      fprintf(file, "%d,", (int)i);
      clacc_ordered_end(t);
    }
  }
  clacc_loop_end(t, 0);
  clacc_critical_begin(0);
  puts("one line of each");
  clacc_critical_end(0);
}

int main(int argc, char **argv) {
  char text[200] = "";
  file = tmpfile();
  CHECK(argc == 2 && file);
  printf("before ");
  fprintf(file, "before ");
  clacc_fork(0, lines, 0, atoi(argv[1]), 0);
  printf("after\n");
  fprintf(file, "after\n");
  rewind(file);
  CHECK(fgets(text, sizeof text, file));
  fputs(text, stdout);
  fclose(file);
  return 0;
}
