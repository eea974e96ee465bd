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
#pragma acc declare copyin(own, count) create(scratch)

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

int main(void)
{
    at_file_scope();
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
    return 0;
}
