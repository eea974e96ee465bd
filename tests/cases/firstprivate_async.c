// case: memory behind a pointer is copied when an asynchronous construct is launched
// expect-portable: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-portable: #pragma omp target teams firstprivate(__clacc_firstprivate_w__) map(tofrom: x) shared(x) firstprivate(n)
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

int main(void)
{
    int n = 6, values[6], x[6] = {0}, *w = values;
    #pragma acc enter data copyin(x)
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < n; ++i)
            w[i] = i + round;
        #pragma acc parallel loop firstprivate(w[0:n]) async(1)
        for (int i = 0; i < n; ++i)
            x[i] += w[i];
        for (int i = 0; i < n; ++i)
            w[i] = -1;
    }
    #pragma acc exit data copyout(x) async(1)
    #pragma acc wait
    for (int i = 0; i < n; ++i)
        printf("%d\n", x[i]);
    return 0;
}
