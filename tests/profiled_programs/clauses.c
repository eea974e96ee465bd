// Data clauses of constructs, with data that is absent and data that is present: which events come for each, in their order.
#include "events.h"

static void on_event(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) {
  (void)info;
  (void)api;
  fprintf(stderr, " %s", event_names[prof->event_type]);
  if (prof->version != _OPENACC) fputs(" (another version)", stderr);
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup) {
  (void)unreg;
  (void)lookup;
  for (int event = acc_ev_create; event < acc_ev_wait_start; ++event) reg((acc_event_t)event, on_event, acc_reg);
}

static int x, y[8];

#define PRAGMA(text) _Pragma(#text)
#define SAY(text) fputs("\n" text ":", stderr)
#define WITH(clause)                  \
  SAY("data " #clause);               \
  PRAGMA(acc data clause) { x = 5; }  \
  SAY("parallel " #clause);           \
  PRAGMA(acc parallel clause) { x = 5; }

int main(void) {
  WITH(copy(x))
  WITH(copyin(x))
  WITH(copyout(x))
  WITH(create(x))
  SAY("enter data");
#pragma acc enter data copyin(x)
  WITH(present(x))
  WITH(copy(x))
  WITH(copyin(x))
  WITH(copyout(x))
  WITH(create(x))
  WITH(no_create(x))
  SAY("update");
#pragma acc update self(x, y) if_present
  SAY("update of nothing");
#pragma acc update self(y) if_present
  SAY("no update");
#pragma acc update self(x) if(y[0])
  SAY("exit data");
#pragma acc exit data copyout(x)
  SAY("again");
#pragma acc exit data copyout(x)
  SAY("no data");
#pragma acc parallel
  ;
  fputs("\n", stderr);
  return x != 5;
}
