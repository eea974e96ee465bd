// case: declared variables have values of their own on a device with memory of its own
#include <stdio.h>
#include <stdlib.h>

enum { N = 24 };

int factor = 3;
int table[N];
#pragma acc declare copyin(factor) create(table)
int big[N];
#pragma acc declare link(big)
static int own[N] = {5, 6, 7}, count = 4;
static int scratch[N];
/* Long enough that the host could change it before it is copied. */
static int large[4000000];
#pragma acc declare copyin(large)
#pragma acc declare copyin(own, count) create(scratch)

/* The routine of the runtime library. */
void acc2omp_leave_data(void *data)
{
    char *start = ((char **)data)[0];
    unsigned long size = ((unsigned long *)data)[1], how = ((unsigned long *)data)[2];
    if (how & 1) {
        #pragma omp target exit data map(from: start[0:size])
    } else {
        #pragma omp target exit data map(release: start[0:size])
    }
}

/* Only programs for devices have it. */
__attribute__((weak)) int omp_target_is_present(const void *target, int device);

static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

#pragma acc routine seq
int weigh(int i)
{
    return factor * i + table[i] + big[i];
}

static int sum_of(const int *a)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    return sum;
}

/* What the host writes must not arrive on a device with memory of its own before an update. */
static void at_file_scope(void)
{
    int seen[N], shared = is_shared();
    for (int i = 0; i < N; i++)
        big[i] = i;
    if (!shared) {
        factor = 100;
        own[0] = 100;
        count = 100;
    }
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        table[i] = i * i;
    #pragma acc data copyin(big)
    {
        #pragma acc parallel loop copyout(seen)
        for (int i = 0; i < N; i++)
            seen[i] = weigh(i) + own[i] * count;
    }
    printf("%d\n", sum_of(seen));
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        scratch[i] = i + 1;
    printf("%s", shared || scratch[1] == 0 ? "" : "copied back\n");
    if (!shared)
        scratch[1] = 100;
    #pragma acc parallel loop copyout(seen)
    for (int i = 0; i < N; i++)
        seen[i] = scratch[i];
    printf("%d\n", sum_of(seen));
    factor = 2;
    own[0] = 8;
    count = 1;
    #pragma acc update device(factor, own, count)
    #pragma acc parallel loop copyout(seen)
    for (int i = 0; i < N; i++)
        seen[i] = factor + own[i] + count;
    #pragma acc update self(table)
    printf("%d %d\n", sum_of(seen), sum_of(table));
}

static int in_function(int *in, int *out, int *both, int *work, int *found)
{
    int local[N], shared = is_shared(), sum = 0;
    #pragma acc declare copyin(in[0:N]) copyout(out[0:N]) copy(both[0:N]) create(work[0:N]) present(found[0:N]) device_resident(local)
    if (!shared)
        in[0] = both[0] = found[0] = 100;
    #pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        local[i] = in[i] + both[i];
        work[i] = i;
    }
    if (!shared)
        for (int i = 0; i < N; i++)
            local[i] = work[i] = 100;
    #pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        out[i] = local[i] + work[i] + found[i];
        both[i] += 1;
    }
    if (!shared)
        out[1] = both[1] = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += out[i];
    return sum;
}

/* Other values than those that a variable without initializer finds. */
static int cover_stack(void)
{
    volatile long covered[200];
    for (int i = 0; i < 200; i++)
        covered[i] = 0;
    return (int)covered[0];
}

static int left_early(int *in, int *out, int *both, int *work, int *found, int early)
{
    #pragma acc declare copyin(in[0:N]) copyout(out[0:N]) copy(both[0:N]) create(work[0:N]) present(found[5:10])
    if (!is_shared())
        in[0] = both[0] = found[6] = 100;
    #pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        both[i] += in[i] + 1;
        out[i] = i;
        work[i] = i;
    }
    if (!is_shared())
        out[1] = both[1] = work[1] = 100;
    if (early)
        return out[1];
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        out[i] = work[i];
    #pragma acc parallel num_gangs(1) present(found[5:10])
    found[6] += 1;
    return 0;
}

static void left_in_two_ways(int **p)
{
    for (int early = 0; early < 2; early++) {
        for (int k = 0; k < 5; k++)
            for (int i = 0; i < N; i++)
                p[k][i] = i * (k + 1);
        int *found = p[4], is_there = 0, shared = is_shared();
        #pragma acc enter data copyin(found[5:10])
        cover_stack();
        left_early(p[0], p[1], p[2], p[3], found, early);
        #pragma acc exit data copyout(found[5:10])
        for (int k = 0; k < 5; k++)
            is_there |= omp_target_is_present && !shared && omp_target_is_present(p[k] + 6, 0);
        printf("%d %d %d %s\n", sum_of(p[1]), sum_of(p[2]), found[6], is_there ? "still there" : "");
    }
}

/* The device has what was there before `main`. */
static void check_large(void)
{
    int last = 0;
    #pragma acc parallel copyout(last)
    last = large[3999999];
    printf("%d\n", last == is_shared());
}

int main(void)
{
    large[3999999] = 1;
    at_file_scope();
    check_large();
    int *p[5];
    for (int k = 0; k < 5; k++) {
        p[k] = malloc(N * sizeof *p[k]);
        for (int i = 0; i < N; i++)
            p[k][i] = i * (k + 1);
    }
    int *found = p[4];
    #pragma acc enter data copyin(found[0:N])
    printf("%d\n", in_function(p[0], p[1], p[2], p[3], found));
    #pragma acc exit data copyout(found[0:N])
    printf("%d %d %d\n", sum_of(p[1]), sum_of(p[2]), sum_of(found));
    left_in_two_ways(p);
    return 0;
}
