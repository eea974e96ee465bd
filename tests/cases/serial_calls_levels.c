// case: one gang calls functions whose loops are shared: one for gangs needs a team, and none limits the threads of clang's devices
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp simd
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp parallel for shared(n,a)
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-llvm: #pragma omp target teams num_teams(1) map(ompx_hold,tofrom: a)
#include <stdio.h>

#pragma acc routine vector
static void by_lanes(int n, int *a)
{
    #pragma acc loop vector
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

#pragma acc routine worker
static void by_workers(int n, int *a)
{
    #pragma acc loop worker
    for (int i = 0; i < n; i += 4)
        by_lanes(4, a + i);
}

#pragma acc routine gang
static void by_gangs(int n, int *a)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i += 8)
        by_workers(8, a + i);
}

int main(void)
{
    int a[64] = {0}, n = 64, sum = 0;
    #pragma acc serial copy(a)
    {
        by_workers(n, a);
    }
    #pragma acc serial copy(a)
    by_gangs(n, a);
    #pragma acc serial copy(a)
    {
        by_gangs(n, a);
        /* What else the kernel calls keeps clang from letting all threads begin it. */
        if (a[0] > 3)
            printf("%d\n", a[0]);
    }
    #pragma acc parallel num_gangs(1) copy(a)
    by_workers(n, a);
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 256;
}
