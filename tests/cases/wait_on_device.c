// case: queues of a device that the wait clause names are waited for by routines of the runtime library
// expect-portable: acc_wait_device(1, 0);
// expect-portable: acc_wait_device_async(1, 2, 0);
// expect-portable: acc_wait_device_async(2, 3, device);
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int queue)
{
    return &queues[queue + 4];
}

void acc_wait_device(int queue, int device)
{
    (void)queue, (void)device;
    #pragma omp taskwait
}

void acc_wait_device_async(int queue, int own, int device)
{
    acc_wait_device(queue, device + own);
}

/* The value, late: what does not wait comes before it. */
#pragma acc routine seq
static int late(int value)
{
    unsigned steps = value;
    for (int i = 0; i < 20000; ++i)
        steps = steps * 1664525u + 1013904223u;
    return steps == 1 ? value + 1 : value;
}

int main(void)
{
    enum { N = 1000 };
    static int a[N], b[N];
    int device = 0;
    #pragma acc data copy(a, b)
    {
        #pragma acc parallel loop async(1)
        for (int i = 0; i < N; ++i)
            a[i] = late(i);
        #pragma acc parallel loop wait(devnum: 0: queues: 1)
        for (int i = 0; i < N; ++i)
            b[i] = a[i] + 1;
        #pragma acc parallel loop async(1)
        for (int i = 0; i < N; ++i)
            a[i] += late(b[i]);
        #pragma acc parallel loop wait(devnum: 0: 1) async(2)
        for (int i = 0; i < N; ++i)
            b[i] += late(a[i]);
        #pragma acc update self(b) wait(devnum: device: 2) async(3)
        #pragma acc wait(3)
        printf("%d\n", b[N - 1]);
        #pragma acc parallel loop async(1)
        for (int i = 0; i < N; ++i)
            a[i] += late(1);
        #pragma acc update self(a) wait(devnum: 0: 1)
        printf("%d\n", a[N - 1]);
        #pragma acc wait
    }
    #pragma acc enter data copyin(a, b)
    #pragma acc parallel loop async(1) present(a)
    for (int i = 0; i < N; ++i)
        a[i] += late(5);
    #pragma acc data present(a, b) wait(devnum: 0: 1)
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; ++i)
            b[i] -= a[i];
    }
    #pragma acc wait
    #pragma acc exit data copyout(a, b)
    printf("%d\n", b[N - 1]);
    return 0;
}
