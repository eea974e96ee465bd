// case: queues are addresses; where a queue may be the synchronous one, a wait follows
// expect-omp: #pragma omp target enter data map(to: a) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a) shared(a) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a) shared(a) depend(in : *acc2omp_async2dep(1)) nowait depend(inout : *acc2omp_async2dep(q))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(q))
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a) shared(a) nowait depend(inout : *acc2omp_async2dep(-2))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
// expect-omp: #pragma omp taskwait
// expect-omp: #pragma omp target update from(present: a) nowait depend(inout : *acc2omp_async2dep(u))
// expect-omp: #pragma omp target exit data map(release: a) depend(in : *acc2omp_async2dep(u))
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int a[8];

int main(void)
{
    int q = 2;
    unsigned u = 3;
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        a[i] = i;
    #pragma acc enter data copyin(a) async(1)
    #pragma acc parallel loop num_gangs(2) present(a) async(1)
    for (int i = 0; i < 8; ++i)
        a[i] *= 3;
    #pragma acc parallel loop num_gangs(2) present(a) wait(1) async(q)
    for (int i = 0; i < 8; ++i)
        a[i] += 1;
    #pragma acc wait(1, q)
    #pragma acc parallel loop num_gangs(2) present(a) async
    for (int i = 0; i < 8; ++i)
        a[i] *= 2;
    #pragma acc wait
    #pragma acc update self(a) async(u)
    #pragma acc exit data delete(a) wait(u)
    for (int i = 0; i < 8; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 184;
}
