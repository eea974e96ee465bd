// case: data directives: their conditions, queues and modifiers show in what the host and the device have
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 4];
}

void acc_attach(void **pointer)
{
    char *target = *pointer;
    #pragma omp target map(alloc: pointer[0:1], target[0:1])
    *pointer = target;
}

void acc_detach(void **pointer)
{
    unsigned long target = (unsigned long)*pointer;
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

void acc_detach_finalize(void **pointer)
{
    acc_detach(pointer);
}

/* Only programs for devices have it. */
__attribute__((weak)) int omp_target_is_present(const void *target, int device);

int acc_is_present(void *data, unsigned long bytes)
{
    (void)bytes;
    return !omp_target_is_present || omp_target_is_present(data, 0);
}

static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

static void fill(int *a, int *b)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
}

static int sum_of(const int *a)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    return sum;
}

/* Long enough that what does not wait comes too early. */
#pragma acc routine seq
static int slowly(unsigned value)
{
    for (int i = 0; i < 1000000; i++)
        value = value * 1664525u + 1013904223u;
    return (int)(value % 1000);
}

static void conditions(int *a, int *b, int yes, int no)
{
    fill(a, b);
    int shared = is_shared();
    #pragma acc enter data copyin(a[0:N])
    #pragma acc enter data copyin(a[0:N]) if(no)
    #pragma acc parallel num_gangs(1) present(a[0:N])
    a[0] = 1;
    #pragma acc exit data copyout(a[0:N]) if(no)
    printf("%s", shared || a[0] == 0 ? "" : "copied out\n");
    #pragma acc update self(a[0:N]) if(no)
    printf("%s", shared || a[0] == 0 ? "" : "updated\n");
    a[1] = 50;
    #pragma acc update device(a[0:N]) if(no)
    #pragma acc exit data copyout(a[0:N]) if(yes)
    printf("%d %s\n", a[0], shared || a[1] == 1 ? "" : "updated the device");
    #pragma acc data copy(a[0:N]) if(no)
    {
        a[2] = 60;
        #pragma acc parallel num_gangs(1) copy(a[0:N])
        a[2] += 1;
        printf("%d\n", a[2]);
    }
}

static void regions_wait(int *a, int *b)
{
    fill(a, b);
    #pragma acc enter data copyin(a[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(1)
    a[0] = slowly(1);
    #pragma acc update self(a[0:1]) async(1)
    #pragma acc data copy(b[0:N]) wait(1)
    {
        b[0] = a[0];
        #pragma acc parallel num_gangs(1) present(a[0:N], b[0:N])
        b[1] = a[0];
    }
    printf("%d %d\n", b[1], b[0] == 0 || is_shared());
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[1] = slowly(2);
    #pragma acc data copy(a[0:N]) async(2)
    {
        #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
        a[1] += slowly(3);
    }
    #pragma acc exit data copyout(a[0:N]) wait(2)
    printf("%d\n", a[1]);
}

static void directives_wait(int *a, int *b)
{
    fill(a, b);
    #pragma acc enter data copyin(a[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(1)
    a[0] = slowly(4);
    #pragma acc update self(a[0:N]) async(1)
    #pragma acc update device(a[0:N]) wait(1)
    printf("%d\n", a[0]);
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[1] = slowly(5);
    #pragma acc update self(a[0:N]) wait(2)
    printf("%d\n", a[1]);
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[2] = slowly(6);
    #pragma acc update self(a[2:1]) async(2)
    #pragma acc enter data copyin(b[0:N]) wait(2)
    printf("%d\n", a[2]);
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(3)
    a[3] = slowly(7);
    #pragma acc update self(a[3:1]) wait(3) async(4)
    #pragma acc wait(4)
    printf("%d\n", a[3]);
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(3)
    a[4] = slowly(8);
    #pragma acc exit data copyout(a[0:N]) async(3)
    #pragma acc wait(3)
    printf("%d\n", a[4]);
    #pragma acc exit data delete(b) wait
}

/* Data leaves, or comes again, only behind what is in the queue. However late the host is, the first kernel is not done
   before the host gets to the directive that waits for it. */
static void exits_wait(int *a, int *b)
{
    int told[1] = {is_shared()};
    fill(a, b);
    #pragma acc enter data copyin(a[0:N], told)
    #pragma acc parallel num_gangs(1) present(a[0:N], told) async(1)
    {
        volatile int *seen = told;
        for (int i = 0; i < 2000 && !*seen; i++)
            a[6] = slowly(i);
        a[5] = slowly(9);
    }
    told[0] = 1;
    #pragma acc update device(told)
    #pragma acc exit data copyout(a[0:N]) wait(1)
    printf("%d\n", a[5]);
    #pragma acc exit data delete(told)
    #pragma acc enter data copyin(a[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(1)
    a[5] = slowly(11);
    #pragma acc exit data copyout(a[0:N]) wait
    printf("%d\n", a[5]);
    #pragma acc enter data copyin(a[0:N]) async(2)
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[5] = slowly(10);
    #pragma acc exit data copyout(a[0:N]) async(2)
    #pragma acc enter data create(zero: a[0:N]) async(2)
    #pragma acc parallel num_gangs(1) present(a[0:N]) copyout(b[0:N]) async(2)
    b[0] = a[5];
    #pragma acc exit data delete(a[0:N]) async(2)
    #pragma acc wait(2)
    printf("%d\n", b[0] == (is_shared() ? a[5] : 0));
}

static void zeros(void)
{
    int z[N] = {0}, y[N], shared = is_shared();
    #pragma acc parallel num_gangs(1) create(z, y)
    for (int i = 0; i < N; i++)
        if (!shared)
            z[i] = y[i] = 7;
    #pragma acc parallel num_gangs(1) create(zero: z) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = z[i] + i;
    printf("%d\n", sum_of(y));
}

static void presence(int *a, int *b)
{
    fill(a, b);
    int shared = is_shared();
    #pragma acc update self(a[0:N]) device(b[0:N]) if_present
    #pragma acc data copyin(a[0:N]) create(b[0:N])
    {
        #pragma acc data copy(a[0:N]) present(b[0:N])
        {
            #pragma acc parallel num_gangs(1)
            {
                a[0] = 9;
                b[0] = 9;
            }
        }
        printf("%s", shared || a[0] == 0 ? "" : "not held\n");
        #pragma acc data copy(always: a[0:N])
        {
            #pragma acc parallel num_gangs(1)
            a[0] += 1;
        }
        printf("%d\n", a[0] == (shared ? 10 : 1));
        a[1] = 70;
        #pragma acc data copyin(always: a[0:N])
        {
            #pragma acc parallel loop
            for (int i = 0; i < N; i++)
                a[i] += 1;
        }
        #pragma acc data copyout(always: a[0:N])
        {
            #pragma acc parallel num_gangs(1)
            a[2] = 3;
        }
        printf("%d %d\n", a[1], a[2]);
    }
}

static void both_directions(int *a, int *b)
{
    int both = 4;
    #pragma acc parallel num_gangs(1) copyin(both) copyout(both)
    both += 3;
    printf("%d\n", both);
    both = 50;
    #pragma acc parallel num_gangs(1) copyout(both) copyin(both)
    both += 3;
    printf("%d\n", both);
    fill(a, b);
    #pragma acc enter data copyin(a[0:N])
    a[5] = 33;
    #pragma acc parallel num_gangs(1) copy(always: a[0:N])
    a[5] += 1;
    printf("%d\n", a[5]);
    a[6] = 44;
    #pragma acc parallel num_gangs(1) copy(alwaysin: a[0:N])
    a[6] += 1;
    #pragma acc update self(a[6:1])
    printf("%d\n", a[6]);
    #pragma acc exit data delete(a[0:N])
    fill(a, b);
    #pragma acc data copyin(a[0:N]) copyout(a[0:N])
    {
        #pragma acc parallel num_gangs(1)
        a[0] += a[1] + 5;
        printf("%s", is_shared() || a[0] == 0 ? "" : "not copied at the end\n");
        if (!is_shared())
            a[0] = a[1] = 100;
        #pragma acc parallel num_gangs(1)
        a[0] += a[1];
    }
    printf("%d\n", a[0]);
}

struct pair {
    int *p, n;
};

/* Pointers are attached in the region, and those of the host come back. */
static void attached(int *a, int *b)
{
    fill(a, b);
    struct pair pair = {a, N};
    #pragma acc enter data copyin(a[0:N])
    #pragma acc data copy(pair)
    {
        #pragma acc data attach(pair.p)
        {
            #pragma acc parallel loop
            for (int i = 0; i < N; i++)
                pair.p[i] += 1;
        }
    }
    #pragma acc exit data copyout(a[0:N])
    printf("%d %d\n", sum_of(a), pair.p == a);
    fill(a, b);
    #pragma acc enter data copyin(a[0:N], pair) attach(pair.p)
    #pragma acc parallel loop present(pair)
    for (int i = 0; i < N; i++)
        pair.p[i] += 1;
    #pragma acc exit data detach(pair.p)
    #pragma acc exit data copyout(a[0:N], pair)
    printf("%d %d\n", sum_of(a), pair.p == a);
    fill(a, b);
    #pragma acc enter data copyin(a[0:N], pair) attach(pair.p)
    #pragma acc exit data detach(pair.p) copyout(pair, a[0:N]) finalize
    printf("%d %d\n", sum_of(a), pair.p == a);
}

/* The count says how long data stays, and `finalize` ends it. */
static void counted(int *a, int *b)
{
    fill(a, b);
    #pragma acc enter data copyin(a[0:N], b[0:N])
    #pragma acc enter data copyin(a[0:N], b[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N])
    a[0] = 7;
    #pragma acc exit data copyout(a[0:N]) finalize
    #pragma acc exit data delete(b[0:N]) finalize
    printf("%d\n", a[0]);
    a[0] = 8;
    b[0] = 9;
    #pragma acc enter data copyin(a[0:N], b[0:N])
    a[0] = 0;
    #pragma acc parallel num_gangs(1) present(a[0:N], b[0:N])
    a[1] = a[0] + b[0];
    #pragma acc exit data delete(b[0:N])
    b[0] = 5;
    #pragma acc data copy(b[0:N])
    {
        #pragma acc parallel num_gangs(1) present(b[0:N])
        b[1] = b[0];
    }
    #pragma acc exit data copyout(a[0:N])
    printf("%d %d %d\n", is_shared() ? a[1] + 8 : a[1], b[1], b[0]);
}

/* The queue of a region that lets its data go while something still copies it. */
static void regions_begin_late(int *a, int *b)
{
    fill(a, b);
    #pragma acc enter data copyin(a[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[0] = slowly(9);
    #pragma acc exit data copyout(a[0:N]) async(2)
    #pragma acc data copyin(a[0:N]) create(b[0:N]) async(2)
    {
        #pragma acc parallel num_gangs(1) present(a[0:N], b[0:N]) async(2)
        b[0] = a[0];
    }
    #pragma acc wait
    printf("%d\n", a[0]);
}

/* Constructs that only wait for a queue come behind what is in the queue. */
static void order_of_copies(void)
{
    int n = 4000000, *large = malloc(n * sizeof *large);
    for (int i = 0; i < n; i++)
        large[i] = 1;
    #pragma acc enter data copyin(large[0:n]) async(1)
    #pragma acc parallel num_gangs(1) present(large[0:n]) wait(1)
    large[n - 1] += 1;
    #pragma acc update self(large[0:n]) async(2)
    #pragma acc parallel num_gangs(1) present(large[0:n]) wait(2)
    large[n - 1] = 7;
    #pragma acc wait(2)
    printf("%d\n", large[n - 1] == (is_shared() ? 7 : 2));
    int seen = 0, expected = 7;
    #pragma acc exit data copyout(large[0:n]) async(3)
    #pragma acc parallel num_gangs(1) copyin(large[0:n]) copyout(seen) wait(3)
    {
        seen = large[n - 1];
        large[n - 1] = 55;
    }
    #pragma acc wait(3)
    printf("%d %d\n", seen == expected, large[n - 1] == (is_shared() ? 55 : expected));
    free(large);
}

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    conditions(a, b, N > 1, N < 1);
    regions_wait(a, b);
    directives_wait(a, b);
    exits_wait(a, b);
    zeros();
    presence(a, b);
    both_directions(a, b);
    attached(a, b);
    counted(a, b);
    regions_begin_late(a, b);
    order_of_copies();
    return 0;
}
