/* Part of a program whose device is simulated: remembers what each launch asks for, which clang's device for the host ignores. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "launch.h"

/* The arguments of a kernel, as clang's library has them. */
struct arguments {
    uint32_t version, count;
    void **bases, **begins;
    int64_t *sizes, *types;
    void **names, **mappers;
    uint64_t iterations, flags;
    uint32_t teams[3], threads[3], dynamic_memory;
};

static _Thread_local struct launch last;

/* Called by the kernel, in the thread that launches it. */
const struct launch *simulated_launch(void) { return &last; }

/* In front of the function of clang's library. */
int __tgt_target_kernel(void *place, int64_t device, int32_t teams, int32_t threads, void *entry, struct arguments *arguments)
{
    int (*launch)(void *, int64_t, int32_t, int32_t, void *, void *);
    *(void **)&launch = dlsym(RTLD_NEXT, "__tgt_target_kernel");
    /* A construct without `teams` has -1, which clang's library takes for one team. */
    last.teams = teams == -1 ? 1 : (int)arguments->teams[0];
    last.threads = (int)arguments->threads[0];
    last.iterations = arguments->iterations;
    return launch(place, device, teams, threads, entry, arguments);
}
