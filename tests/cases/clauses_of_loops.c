// case: what the gangs and workers that share a loop have for themselves, seen where they meet in the middle of it
#include <stdio.h>

enum { WAITS = 50000000 };

/* Which iterations have come to the place where two of them meet. */
static int met[2];

/* Waits for the other iteration, but not forever: one thread may execute both. */
#pragma acc routine seq
static void meet(volatile int *flags, int i)
{
    flags[i] = 1;
    for (int k = 0; k < WAITS && !flags[1 - i]; k++)
        ;
}

static void gangs_reduce(void)
{
    int sum = 5;
    #pragma acc parallel loop gang num_gangs(2) reduction(+:sum) copyin(met)
    for (int i = 0; i < 2; i++) {
        int before = sum;
        meet(met, i);
        sum = before + i + 1;
    }
    printf("%d\n", sum);
    sum = 5;
    #pragma acc kernels loop independent gang num_gangs(2) reduction(+:sum) copyin(met)
    for (int i = 0; i < 2; i++) {
        int before = sum;
        meet(met, i);
        sum = before + i + 1;
    }
    printf("%d\n", sum);
}

static void workers_reduce(void)
{
    int sum = 5, part = 0;
    #pragma acc parallel num_gangs(1) num_workers(2) copy(sum) copyin(met)
    {
        #pragma acc loop worker reduction(+:sum)
        for (int i = 0; i < 2; i++) {
            int before = sum;
            meet(met, i);
            sum = before + i + 1;
        }
    }
    printf("%d\n", sum);
    #pragma acc parallel loop gang num_gangs(1) num_workers(2) copyin(met) copyout(part)
    for (int k = 0; k < 1; k++) {
        int total = 5;
        #pragma acc loop worker reduction(+:total)
        for (int i = 0; i < 2; i++) {
            int before = total;
            meet(met, i);
            total = before + i + 1;
        }
        part = total;
    }
    printf("%d\n", part);
}

static void own_variables(void)
{
    int found[2];
    volatile int t = 5, u[2];
    #pragma acc parallel loop gang worker num_gangs(1) num_workers(2) private(t, u) copyin(met) copyout(found)
    for (int i = 0; i < 2; i++) {
        t = i + 1;
        u[0] = i + 3;
        meet(met, i);
        found[i] = 10 * t + u[0];
    }
    printf("%d %d\n", found[0], found[1]);
    #pragma acc parallel loop gang num_gangs(2) private(t, u) copyin(met) copyout(found)
    for (int i = 0; i < 2; i++) {
        t = i + 1;
        u[0] = i + 3;
        meet(met, i);
        found[i] = 10 * t + u[0];
    }
    printf("%d %d\n", found[0], found[1]);
    #pragma acc parallel num_gangs(1) num_workers(2) copyin(met) copyout(found)
    {
        volatile int w = 7, x[2] = {8, 9};
        #pragma acc loop worker private(w, x)
        for (int i = 0; i < 2; i++) {
            w = i + 1;
            x[0] = i + 3;
            meet(met, i);
            found[i] = 10 * w + x[0];
        }
        w = x[0];
    }
    printf("%d %d\n", found[0], found[1]);
    #pragma acc kernels num_gangs(1) num_workers(2) copyin(met) copyout(found)
    {
        #pragma acc loop independent worker
        for (int i = 0; i < 2; i++) {
            t = i + 1;
            meet(met, i);
            found[i] = t;
        }
    }
    printf("%d %d\n", found[0], found[1]);
    #pragma acc parallel loop gang worker num_gangs(1) num_workers(2) copyin(met) copyout(found)
    for (int i = 0; i < 2; i++) {
        #pragma acc loop seq private(t)
        for (int k = 0; k < 1; k++) {
            t = i + 1;
            meet(met, i);
            found[i] = t;
        }
    }
    printf("%d %d\n", found[0], found[1]);
}

/* A control variable of an inner loop that is declared outside. */
static void control_variables(void)
{
    int found[2];
    volatile int j;
    #pragma acc parallel loop gang worker num_gangs(1) num_workers(2) copyin(met) copyout(found)
    for (int i = 0; i < 2; i++) {
        found[i] = 0;
        #pragma acc loop seq
        for (j = 0; j < 3; j++) {
            meet(met, i);
            found[i] += j + i;
        }
    }
    printf("%d %d\n", found[0], found[1]);
}

/* Each gang has its own, also of what it does not change in a loop. */
static void gangs_own(void)
{
    int found[2];
    volatile int t = 5, first = 7, u[2] = {1, 2}, by_rule = 1;
    #pragma acc parallel num_gangs(2) private(t) firstprivate(first, u) copyin(met) copyout(found)
    {
        #pragma acc loop gang
        for (int i = 0; i < 2; i++) {
            t = i + 1;
            first += i + 1;
            u[0] += i + 3;
            by_rule += i + 1;
            meet(met, i);
            found[i] = 100000 * by_rule + 10000 * t + 100 * first + u[0];
        }
    }
    printf("%d %d\n", found[0] % 10000 > 0, found[1] % 10000 > 0);
#ifdef _OPENMP
    /* A serial program has one of each. */
    printf("%s", found[0] == 210804 ? "" : "not its own\n");
#endif
}

/* A gang keeps to its chunks of one loop in the next. */
static void chunks(void)
{
    enum { N = 24 };
    int own[N], found[N];
    #pragma acc parallel num_gangs(2) private(own) copyout(found)
    {
        for (int i = 0; i < N; i++)
            own[i] = -1;
        #pragma acc loop gang(static:1)
        for (int i = 0; i < N; i++)
            own[i] = i;
        #pragma acc loop gang(static:1)
        for (int i = 0; i < N; i++)
            found[i] = own[i];
    }
    printf("%d %d %d\n", found[0], found[1], found[N - 1]);
}

int main(void)
{
    gangs_reduce();
    workers_reduce();
    own_variables();
    control_variables();
    gangs_own();
    chunks();
    return 0;
}
