static char all_queues[16];
char *acc2omp_async2dep(int queue) { return &all_queues[queue + 4]; }
int omp_target_is_present(const void *, int) __attribute__((weak));
int omp_get_default_device(void);
int acc_is_present(void *data, unsigned long bytes) { (void)bytes; return !omp_target_is_present || omp_target_is_present(data, omp_get_default_device()); }
void acc2omp_leave_data(void *data)
{
    char *start = ((char **)data)[0];
    unsigned long size = ((unsigned long *)data)[1], how = ((unsigned long *)data)[2];
    if (how & 2) {
#pragma omp taskwait
    }
    if (how & 1) {
#pragma omp target exit data map(from: start[0:size])
    } else {
#pragma omp target exit data map(release: start[0:size])
    }
}
struct attachment { void **pointer; int by_routines, by_directive; };
static struct attachment attachments[64];
static struct attachment *attachment(void **pointer)
{
    int k = 0;
    while (attachments[k].by_routines && attachments[k].pointer != pointer) ++k;
    return &attachments[k];
}
static void forget(struct attachment *counted)
{
    int last = counted - attachments;
    while (attachments[last + 1].by_routines) ++last;
    *counted = attachments[last];
    attachments[last].by_routines = 0;
}
/* The byte at `part` is on the device, and perhaps not what `target` points to. */
static int points_to(void **pointer, char *target, const char *part)
{
    int same = 0;
    long before = part - target;
#pragma omp target map(alloc: pointer[0:1], part[0:1]) map(from: same)
    same = *pointer == (void *)(part - before);
    return same;
}
/* A directive attaches the pointer, because libomptarget remembers to what it attached one. */
static void point(void **pointer, const char *part)
{
    char **bytes = (char **)pointer;
    long first = part - *bytes;
#pragma omp target enter data map(alloc: bytes[0][first:1])
#pragma omp target exit data map(release: bytes[0][first:1])
}
void acc2omp_attach_part(void **pointer, const void *part)
{
    if (!*pointer || !acc_is_present(pointer, sizeof *pointer) || !acc_is_present((void *)part, 1)) return;
    struct attachment *counted = attachment(pointer);
    if (!counted->by_routines++) {
        counted->pointer = pointer;
        counted->by_directive = points_to(pointer, *pointer, part);
    }
    point(pointer, part);
}
void acc_attach(void **pointer) { acc2omp_attach_part(pointer, *pointer); }
static void end_attachment(void **pointer, int finalize)
{
    if (!*pointer || !acc_is_present(pointer, sizeof *pointer)) return;
    struct attachment *counted = attachment(pointer);
    if (counted->by_routines) {
        counted->by_routines = finalize ? 0 : counted->by_routines - 1;
        if (counted->by_routines) return;
        int kept = counted->by_directive && !finalize && acc_is_present(*pointer, 1) && points_to(pointer, *pointer, *pointer);
        forget(counted);
        if (kept) return;
    }
    unsigned long target = (unsigned long)*pointer;
    static char nothing;
    /* Only then does a later map of the target attach the pointer again. */
    point(pointer, &nothing);
#pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}
void acc_detach(void **pointer) { end_attachment(pointer, 0); }
void acc_detach_finalize(void **pointer) { end_attachment(pointer, 1); }
void *acc_copyin(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target enter data map(to: start[0:bytes])
    return data;
}
void *acc_create(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target enter data map(alloc: start[0:bytes])
    return data;
}
void acc_copyout(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target exit data map(from: start[0:bytes])
}
void acc_delete(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target exit data map(release: start[0:bytes])
}
void acc_copyout_finalize(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target update from(start[0:bytes])
#pragma omp target exit data map(delete: start[0:bytes])
}
void acc_delete_finalize(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target exit data map(delete: start[0:bytes])
}
void acc_update_device(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target update to(start[0:bytes])
}
void acc_update_self(void *data, unsigned long bytes)
{
    char *start = data;
#pragma omp target update from(start[0:bytes])
}
static void finish(void)
{
#pragma omp taskwait
}
void acc_copyin_async(void *data, unsigned long bytes, int queue) { finish(); acc_copyin(data, bytes); }
void acc_create_async(void *data, unsigned long bytes, int queue) { finish(); acc_create(data, bytes); }
void acc_copyout_async(void *data, unsigned long bytes, int queue) { finish(); acc_copyout(data, bytes); }
void acc_copyout_finalize_async(void *data, unsigned long bytes, int queue) { finish(); acc_copyout_finalize(data, bytes); }
void acc_delete_async(void *data, unsigned long bytes, int queue) { finish(); acc_delete(data, bytes); }
void acc_delete_finalize_async(void *data, unsigned long bytes, int queue) { finish(); acc_delete_finalize(data, bytes); }
void acc_update_device_async(void *data, unsigned long bytes, int queue) { finish(); acc_update_device(data, bytes); }
void acc_update_self_async(void *data, unsigned long bytes, int queue) { finish(); acc_update_self(data, bytes); }
void acc_attach_async(void **pointer, int queue) { finish(); acc_attach(pointer); }
void acc_detach_async(void **pointer, int queue) { finish(); acc_detach(pointer); }
void acc_detach_finalize_async(void **pointer, int queue) { finish(); acc_detach_finalize(pointer); }
void acc2omp_attach_part_async(void **pointer, const void *part, int queue) { finish(); acc2omp_attach_part(pointer, part); }
static void end_part(void **pointer, const void *part, int finalize)
{
    struct attachment *counted = attachment(pointer);
    if (!counted->by_routines) return;
    counted->by_routines = finalize ? 0 : counted->by_routines - 1;
    int is_there = *pointer && acc_is_present(pointer, sizeof *pointer);
    if (is_there && counted->by_routines) return;
    counted->by_routines = 1;
    counted->by_directive = is_there && acc_is_present((void *)part, 1);
    if (counted->by_directive || !is_there)
        forget(counted);
    else
        end_attachment(pointer, 1);
}
void acc2omp_detach_part(void **pointer, const void *part) { end_part(pointer, part, 0); }
void acc2omp_detach_part_async(void **pointer, const void *part, int queue) { finish(); acc2omp_detach_part(pointer, part); }
void acc2omp_detach_part_finalize(void **pointer, const void *part) { end_part(pointer, part, 1); }
void acc2omp_detach_part_finalize_async(void **pointer, const void *part, int queue) { finish(); acc2omp_detach_part_finalize(pointer, part); }
