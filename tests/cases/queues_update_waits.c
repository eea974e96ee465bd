// case: a directive that moves data keeps the order of the queues where a compiler leaves it out
// expect-portable: #pragma omp task depend(in : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(2))
// expect-portable: #pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int a[60000], b[60000];

int main(void)
{
    long sum = 0;
    #pragma acc enter data create(a, b)
    #pragma acc parallel loop num_gangs(1) present(a) async(1)
    for (int i = 0; i < 60000; ++i)
    {
        a[i] = 0;
        for (int k = 0; k < 300; ++k)
            a[i] += (i ^ k) & 3;
    }
    #pragma acc update self(a) async(2) wait(1)
    #pragma acc wait(2)
    for (int i = 0; i < 60000; ++i)
    {
        sum += a[i];
        a[i] = -1;
    }
    #pragma acc parallel loop num_gangs(1) present(b) async(3)
    for (int i = 0; i < 60000; ++i)
    {
        b[i] = 0;
        for (int k = 0; k < 300; ++k)
            b[i] += (i + k) & 1;
    }
    #pragma acc update self(b) wait(3)
    for (int i = 0; i < 60000; ++i)
    {
        sum += b[i];
        b[i] = -1;
    }
    #pragma acc exit data delete(a, b)
    printf("%ld\n", sum);
    return 0;
}
