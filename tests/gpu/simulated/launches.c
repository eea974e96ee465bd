/* Part of a program whose device is simulated: remembers what each launch asks for, which clang's device for the host ignores. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

struct arguments {
    uint32_t version, count;
    void **bases, **begins;
    int64_t *sizes, *types;
    void **names, **mappers;
    uint64_t iterations, flags;
    uint32_t teams[3], threads[3], dynamic_memory;
};

static _Thread_local int teams, thread_limit;
static _Thread_local uint64_t iterations;

/* Called by the kernel, in the thread that launches it. */
void simulated_launch(int *teams_, int *thread_limit_, uint64_t *iterations_)
{
    *teams_ = teams;
    *thread_limit_ = thread_limit;
    *iterations_ = iterations;
}

/* In front of the function of clang's library. */
int __tgt_target_kernel(void *place, int64_t device, int32_t teams_, int32_t thread_limit_, void *entry, struct arguments *arguments)
{
    int (*launch)(void *, int64_t, int32_t, int32_t, void *, void *);
    *(void **)&launch = dlsym(RTLD_NEXT, "__tgt_target_kernel");
    /* A construct without `teams` has -1, which clang's library takes for one team. */
    teams = teams_ == -1 ? 1 : (int)arguments->teams[0];
    thread_limit = (int)arguments->threads[0];
    iterations = arguments->iterations;
    return launch(place, device, teams_, thread_limit_, entry, arguments);
}
