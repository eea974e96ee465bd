/* Stand-ins for the routines of the runtime library that attach pointers, for tests that run without it. They count as the
   library does (OpenACC 3.4 2.6.8), but for what directives attach. Programs may define their own. */
#include <stddef.h>

#define STAND_IN __attribute__((weak))

/* Only programs for devices have them. */
STAND_IN int omp_target_is_present(const void *address, int device);
STAND_IN int omp_get_default_device(void);

enum { LIMIT = 256 };

static struct attachment {
    void **pointer;
    int count;
} attachments[LIMIT];

static int is_present(const void *address)
{
    return !omp_target_is_present || omp_target_is_present(address, omp_get_default_device());
}

static struct attachment *attachment_of(void **pointer)
{
    struct attachment *free = NULL;
    for (int i = LIMIT - 1; i >= 0; --i) {
        if (attachments[i].pointer == pointer)
            return &attachments[i];
        if (attachments[i].count == 0)
            free = &attachments[i];
    }
    if (!free)
        __builtin_abort();
    free->pointer = pointer;
    return free;
}

/* OpenMP attaches a pointer where it maps the memory behind it. */
static void point(void **pointer, const void *part)
{
    long first = (const char *)part - (const char *)*pointer;
    struct {
        char *target;
    } *holder = (void *)pointer;
    #pragma omp target data map(alloc: holder->target) map(alloc: holder->target[first:1])
    (void)holder, (void)first;
}

static void attach(void **pointer, const void *part)
{
    if (!*pointer || !is_present(pointer) || !is_present(part))
        return;
    attachment_of(pointer)->count++;
    point(pointer, part);
}

/* The OpenMP library of clang attaches a pointer to the same memory again only if it pointed to something else since. */
static void detach(void **pointer)
{
    static char nothing;
    unsigned long target = (unsigned long)*pointer;
    point(pointer, &nothing);
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

static void uncount(struct attachment *attachment, int finalize)
{
    attachment->count = finalize || attachment->count == 0 ? 0 : attachment->count - 1;
}

static void detach_counted(void **pointer, int finalize)
{
    struct attachment *attachment = attachment_of(pointer);
    if (!*pointer || !is_present(pointer))
        return;
    uncount(attachment, finalize);
    if (attachment->count == 0)
        detach(pointer);
}

static void detach_released(void **pointer, const void *part, int finalize)
{
    struct attachment *attachment = attachment_of(pointer);
    if (attachment->count == 0)
        return;
    uncount(attachment, finalize);
    if (!is_present(pointer))
        attachment->count = 0;
    else if (attachment->count == 0 && !is_present(part))
        detach(pointer);
}

static void wait_for_queues(int queue)
{
    (void)queue;
    #pragma omp taskwait
}

#define ROUTINES(name, parameters, arguments, action)                        \
    STAND_IN void name parameters { action; }                                \
    STAND_IN void name##_async arguments { wait_for_queues(queue), action; }

ROUTINES(acc_attach, (void **pointer), (void **pointer, int queue), attach(pointer, *pointer))
ROUTINES(acc_detach, (void **pointer), (void **pointer, int queue), detach_counted(pointer, 0))
ROUTINES(acc_detach_finalize, (void **pointer), (void **pointer, int queue), detach_counted(pointer, 1))
ROUTINES(acc2omp_attach_part, (void **pointer, const void *part), (void **pointer, const void *part, int queue),
         attach(pointer, part))
ROUTINES(acc2omp_detach_part, (void **pointer, const void *part), (void **pointer, const void *part, int queue),
         detach_released(pointer, part, 0))
ROUTINES(acc2omp_detach_part_finalize, (void **pointer, const void *part),
         (void **pointer, const void *part, int queue), detach_released(pointer, part, 1))
