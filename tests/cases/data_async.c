// case: a data region waits at its end for the queues that it used
// expect-omp: #pragma omp target data map(hold,to: a) map(hold,from: b)
// expect-omp: #pragma omp target teams num_teams(2) shared(b,a) nowait depend(inout : *acc2omp_async2dep(2))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) shared(b) nowait depend(inout : *acc2omp_async2dep(2))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(2))
// expect-omp: #pragma omp target data map(hold,tofrom: b)
// expect-omp: #pragma omp target teams num_teams(2) shared(b) firstprivate(q) nowait depend(inout : *acc2omp_async2dep(q))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int a[800], b[800];

int main(void)
{
    unsigned q = 1;
    long sum = 0;
    for (int i = 0; i < 800; ++i)
        a[i] = i;
    #pragma acc data copyin(a) copyout(b)
    {
        #pragma acc parallel loop num_gangs(2) async(2)
        for (int i = 0; i < 800; ++i)
            b[i] = a[i] * 3;
        #pragma acc parallel loop num_gangs(2) async(2)
        for (int i = 0; i < 800; ++i)
            b[i] += 1;
    }
    #pragma acc data copy(b)
    #pragma acc parallel loop num_gangs(2) async(q)
    for (int i = 0; i < 800; ++i)
        b[i] += q;
    for (int i = 0; i < 800; ++i)
        sum += b[i];
    printf("%ld\n", sum);
    return sum != 960400;
}
