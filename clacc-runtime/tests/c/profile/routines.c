/* The events of the routines of data and memory: data that is absent, present, or associated by the program. */
#include "events.h"
#include <openacc.h>

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) { write_event("  ", prof, info, api); }

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_last; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static int a[8];

#define CALL(call) (fputs(#call "\n", stderr), call)

static void leave_what_is_not_deleted(void) {
  CALL(acc_copyout(a, sizeof a));
  CALL(acc_copyout_finalize(a, sizeof a));
  CALL(acc_delete(a, sizeof a));
  CALL(acc_delete_finalize(a, sizeof a));
}

static void associated(void) {
  void *memory = CALL(acc_malloc(sizeof a));
  CALL(acc_map_data(a, memory, sizeof a));
  CALL(acc_copyin(a, sizeof a));
  leave_what_is_not_deleted();
  CALL(acc_unmap_data(a));
  CALL(acc_free(memory));
}

static void present(void) {
  CALL(acc_copyin(a, sizeof a));
  CALL(acc_copyout(a, sizeof a));
  CALL(acc_create(a, sizeof a));
  CALL(acc_update_device(a, sizeof a));
  CALL(acc_delete_finalize(a, sizeof a));
}

/* Whether there is so much memory is tried before. */
static void much(void) {
  static char large[1 << 28];
  CALL(acc_create(large, sizeof large));
  CALL(acc_delete(large, sizeof large));
}

static void copies(void) {
  int *memory = CALL(acc_malloc(sizeof a));
  CALL(acc_memcpy_to_device(memory, a, sizeof a));
  CALL(acc_memcpy_from_device(a, memory, sizeof a));
  CALL(acc_memcpy_device(memory, memory + 1, sizeof *a));
  CALL(acc_memcpy_to_device(memory, a, 0));
  CALL(acc_memcpy_device(memory, memory, sizeof *a));
  CALL(acc_free(memory));
}

int main(void) {
  associated();
  leave_what_is_not_deleted();
  present();
  copies();
  much();
  fputs("end\n", stderr);
  return 0;
}
