/* The program opens the library inside of a construct, twice, and disables it inside of another one. */
#include "sites.h"
#include <acc_prof.h>
#include <dlfcn.h>

SITE(first, PARALLEL, 10)
SITE(second, SERIAL, 20)
SITE(third, KERNELS, 30)

typedef void (*register_library)(acc_prof_reg, acc_prof_reg, acc_prof_lookup_func);

static void nothing(acc_prof_info *prof, acc_event_info *info, acc_api_info *api) { (void)prof, (void)info, (void)api; }

int main(int count, char **words) {
  (void)count;
  acc_prof_register(acc_ev_create, nothing, acc_reg);
  acc2omp_prof_begin(&first, acc_async_sync);
  void *library = dlopen(words[1], RTLD_LAZY);
  register_library start = library ? (register_library)dlsym(library, "acc_register_library") : NULL;
  if (!start) return puts(dlerror());
  for (int round = 0; round < 2; ++round) start(acc_prof_register, acc_prof_unregister, acc2omp_prof_lookup);
  acc2omp_prof_end(&first);
  acc2omp_prof_begin(&second, acc_async_sync);
  acc_prof_unregister(acc_ev_none, NULL, acc_toggle);
  acc2omp_prof_end(&second);
  acc_prof_register(acc_ev_none, NULL, acc_toggle);
  for (int round = 0; round < 2; ++round) {
    acc2omp_prof_begin(&third, acc_async_sync);
    acc2omp_prof_end(&third);
  }
  return 0;
}
