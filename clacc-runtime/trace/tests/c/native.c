/* Compute constructs of generated code. With any argument, the program ends in one. */
#include <clacc_abi.h>
#include <openacc.h>
#include <stdlib.h>

static const clacc_site gangs = {sizeof(clacc_site), 1, 0, "n.c", "work", 5, 9, 1, 20};
static const clacc_site threads = {sizeof(clacc_site), 0, 0, "n.c", "work", 12, 14, 1, 20};

static void body(clacc_thread *thread, void *ends) {
  if (thread->id == 0 && ends) exit(3);
}

int main(int count, char **words) {
  (void)words;
  clacc_construct_begin(&gangs, -1);
  clacc_gangs(&gangs, NULL, 3, body, NULL);
  clacc_construct_end(&gangs);
  clacc_construct_begin(&threads, -1);
  clacc_fork(&threads, body, count > 1 ? words : NULL, 2, 0);
  clacc_construct_end(&threads);
  acc_wait(2);
  return 0;
}
