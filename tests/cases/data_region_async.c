// case: a data region on a queue waits for the queue, moves its data at once, and waits at its end for what it used
// expect-omp: #pragma omp target enter data map(to: a) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp target update from(present: a) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp target data map(hold,to: a) map(hold,from: b)
// expect-omp: #pragma omp target teams num_teams(2) shared(b,a) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp target exit data map(delete: a)
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int a[800], b[800];

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 800; ++i)
        a[i] = i;
    #pragma acc enter data copyin(a) async(1)
    #pragma acc update self(a) async(1)
    #pragma acc data copyin(a) copyout(b) async(1)
    {
        #pragma acc parallel loop num_gangs(2) async(1)
        for (int i = 0; i < 800; ++i)
            b[i] = a[i] * 3;
    }
    #pragma acc wait(1)
    #pragma acc exit data delete(a) finalize
    for (int i = 0; i < 800; ++i)
        sum += b[i];
    printf("%ld\n", sum);
    return 0;
}
