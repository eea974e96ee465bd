// case: exit data detaches the members whose memory it releases, as often as enter data attached them
// on a device: its own objects for queues hide those of the library, whose attachments they do not order
// expect-portable: acc2omp_detach_part((void **)&v->a, &__clacc_target__[0]);
// expect-portable: acc2omp_detach_part((void **)&v->a, &__clacc_target__[4]);
// expect-portable: acc2omp_detach_part_finalize((void **)&v->a, &__clacc_target__[0]);
// expect-portable: acc2omp_detach_part_async((void **)&v->a, &__clacc_target__[0], 1);
// expect-portable: void acc2omp_detach_part(void **, const void *);
#include <stdio.h>

enum { N = 8 };

struct vec { int n; int *a; };

static char queues[8];

char *acc2omp_async2dep(int queue)
{
    return &queues[queue + 4];
}

/* Whether the device's pointer has the host's value. */
static int is_detached(struct vec *v)
{
    unsigned long seen = 0, here = (unsigned long)v->a;
    #pragma acc parallel present(v[0:1]) copyout(seen)
    seen = (unsigned long)v->a;
    return seen == here;
}

static int sum(struct vec *v)
{
    int sum = 0;
    #pragma acc parallel loop present(v[0:1]) reduction(+:sum)
    for (int i = 4; i < N; ++i)
        sum += v->a[i];
    return sum;
}

static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

/* The sum of what the device has, which a change of the host's values shows. */
static int sum_there(struct vec *v)
{
    v->a[5] += 100;
    int there = sum(v) - 100 * is_shared();
    v->a[5] -= 100;
    return there;
}

static void in_turn(struct vec *v)
{
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc exit data delete(v->a[0:N])
    printf("%d", sum(v));
    #pragma acc exit data delete(v->a[0:N])
    printf(" %d\n", is_detached(v));
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc exit data copyout(v->a[0:N])
    printf("%d\n", is_detached(v));
}

static void counted_anew(struct vec *v)
{
    #pragma acc enter data copyin(v->a[0:N])
    printf("%d", sum(v));
    #pragma acc exit data detach(v->a)
    printf(" %d\n", is_detached(v));
    #pragma acc exit data delete(v->a[0:N])
}

static void in_part(struct vec *v)
{
    #pragma acc enter data copyin(v->a[4:4])
    printf("%d", sum_there(v));
    #pragma acc exit data delete(v->a[4:4])
    printf(" %d\n", is_detached(v));
}

static void in_a_region(struct vec *v)
{
    #pragma acc enter data copyin(v->a[4:4])
    printf("%d", sum(v));
    #pragma acc exit data delete(v->a[4:4])
    printf(" %d\n", sum(v));
}

static void finalized(struct vec *v)
{
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc enter data copyin(v->a[0:N])
    printf("%d", sum(v));
    #pragma acc exit data delete(v->a[0:N]) finalize
    printf(" %d\n", is_detached(v));
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc exit data copyout(v->a[0:N]) finalize
    printf("%d\n", is_detached(v));
}

static void in_a_queue(struct vec *v)
{
    #pragma acc enter data copyin(v->a[0:N]) async(1)
    #pragma acc wait(1)
    printf("%d", sum_there(v));
    #pragma acc exit data delete(v->a[0:N]) async(1)
    #pragma acc wait(1)
    printf(" %d\n", is_detached(v));
    #pragma acc enter data copyin(v->a[0:N])
    #pragma acc exit data copyout(v->a[0:N]) async(1)
    #pragma acc wait(1)
    printf("%d\n", is_detached(v));
}

int main(void)
{
    int a[N] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct vec s = {N, a}, *v = &s;
    #pragma acc enter data copyin(v[0:1])
    in_turn(v);
    counted_anew(v);
    in_part(v);
    #pragma acc data copyin(v->a[0:N])
    in_a_region(v);
    finalized(v);
    counted_anew(v);
    in_a_queue(v);
    counted_anew(v);
    #pragma acc exit data delete(v[0:1])
    return 0;
}
