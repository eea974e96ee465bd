// case: a construct with a reduction on a queue keeps its place there, and the thread waits for it
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: v[0:100]) shared(v) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: s) shared(a) reduction(+: s) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: t) shared(a) reduction(+: t) depend(in : *acc2omp_async2dep(1)) nowait depend(inout : *acc2omp_async2dep(q))
// expect-omp: #pragma omp distribute parallel for reduction(+: t) shared(a)
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
// expect-omp: #pragma omp taskwait
// expect-portable: #pragma omp target teams num_teams(2) map(tofrom: s) shared(a) reduction(+: s) depend(inout : *acc2omp_async2dep(1))
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int a[100];

static void add(int *v)
{
    #pragma acc parallel loop num_gangs(2) present(v[0:100]) async(1)
    for (int i = 0; i < 100; ++i)
        v[i] += 1;
}

int main(void)
{
    int s = 0, t = 0, q = 2;
    #pragma acc data copy(a)
    {
        for (int k = 0; k < 3; ++k) {
            add(a);
            #pragma acc parallel loop num_gangs(2) reduction(+:s) async(1)
            for (int i = 0; i < 100; ++i)
                s += a[i];
            #pragma acc parallel num_gangs(2) async(q) wait(1)
            {
                #pragma acc loop gang worker reduction(+:t)
                for (int i = 0; i < 100; ++i)
                    t += a[i];
            }
            add(a);
        }
        #pragma acc wait
    }
    printf("%d %d %d\n", s, t, a[7]);
    return s != 900 || t != 900 || a[7] != 6;
}
