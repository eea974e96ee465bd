// case: rows, zero, always and attach on compute constructs with queues and conditions, which hold for the code around them
// expect-portable: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-portable: const int __clacc_kept_1__ = (next(c)) && !(c == 3);
// expect-portable: #pragma omp target data map(to: a[0:n]) map(to: b[0:n]) if(__clacc_kept_1__)
// expect-portable: #pragma omp target teams map(to: a[0:n]) map(to: b[0:n]) if(target: __clacc_kept_1__) shared(b,a) firstprivate(n,m)
#include <stdio.h>
#include <stdlib.h>

int omp_target_is_present(const void *, int) __attribute__((weak));
int omp_get_default_device(void) __attribute__((weak));

int acc_is_present(void *data, unsigned long bytes)
{
    (void)bytes;
    return !omp_target_is_present || omp_target_is_present(data, omp_get_default_device());
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

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

static int calls;

static int next(int value)
{
    ++calls;
    return value;
}

struct r {
    double *p;
    int n;
};

static double **table(int n, int m)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; ++i) {
        a[i] = malloc(m * sizeof **a);
        for (int j = 0; j < m; ++j)
            a[i][j] = i + j;
    }
    return a;
}

static void show(double **a, int n, int m)
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            sum += a[i][j] * (i + 2 * j + 1);
    printf("%.0f\n", sum);
}

int main(void)
{
    int n = 40, m = 50;
    double **a = table(n, m), **b = table(n, m);
    double *q = malloc(1000 * sizeof *q), z[64], y[8], *data = malloc(10 * sizeof *data);
    for (int i = 0; i < 1000; ++i)
        q[i] = 3;
    #pragma acc parallel loop gang worker copy(a[0:n][0:m]) async(1)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] += 1;
    #pragma acc parallel loop gang worker copy(a[0:n][0:m]) async(1)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] *= 2;
    #pragma acc wait(1)
    show(a, n, m);
    for (int c = 0; c < 2; ++c) {
        #pragma acc parallel loop gang worker copy(a[0:n][0:m]) if(c)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < m; ++j)
                a[i][j] += 1;
        #pragma acc parallel loop gang worker copy(a[0:n][0:m]) self(c)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < m; ++j)
                a[i][j] += 1;
        #pragma acc parallel loop gang worker copyin(a[0:n][0:m]) copy(b[0:n][0:m]) if(next(c)) self(c == 3) async
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < m; ++j)
                b[i][j] += a[i][j];
        #pragma acc wait
        show(b, n, m);
        double half = c ? 0.5 : 0;
        #pragma acc data copy(a[0:n][0:m]) if(half)
        {
            #pragma acc parallel loop gang copy(a[0:n][0:m])
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < m; ++j)
                    a[i][j] += 1;
            half = 1 - half;
        }
        show(a, n, m);
    }
    #pragma acc enter data copyin(q[0:1000]) async(2)
    #pragma acc parallel loop present(q[0:1000]) async(2)
    for (int i = 0; i < 1000; ++i)
        q[i] += i;
    #pragma acc exit data copyout(q[0:1000]) async(2)
    #pragma acc kernels loop independent copy(a[0:n][0:m]) copyin(q[0:1000]) wait(2)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] += q[i * m % 1000];
    show(a, n, m);
    #pragma acc parallel loop create(zero: z) copyout(y) async(3)
    for (int i = 0; i < 8; ++i) {
        z[i] = i;
        y[i] = z[i];
    }
    #pragma acc wait(3)
    #pragma acc enter data create(zero: q[0:1000]) async(2)
    #pragma acc parallel loop present(q[0:1000]) async(2)
    for (int i = 0; i < 1000; ++i)
        q[i] = q[i] * 0 + i;
    #pragma acc exit data copyout(q[0:1000]) async(2)
    #pragma acc wait(2)
    printf("%.0f\n", q[999]);
    #pragma acc enter data copyin(y)
    for (int i = 0; i < 8; ++i)
        y[i] += 1;
    #pragma acc parallel loop copy(alwaysin: y) if(n > 3) async(4)
    for (int i = 0; i < 8; ++i)
        y[i] *= 2;
    #pragma acc wait(4)
    #pragma acc parallel loop copy(alwaysout: y) self(n < 3) wait
    for (int i = 0; i < 8; ++i)
        y[i] *= 2;
    #pragma acc exit data delete(y)
    for (int i = 0; i < 10; ++i)
        data[i] = i;
    struct r r = {data, 10};
    #pragma acc enter data copyin(data[0:10])
    #pragma acc enter data copyin(r)
    #pragma acc parallel loop attach(r.p) present(r) async(5)
    for (int i = 0; i < 10; ++i)
        r.p[i] += 1;
    #pragma acc exit data delete(r) async(5)
    #pragma acc exit data copyout(data[0:10]) async(5)
    #pragma acc wait
    printf("%.0f %.0f\n", y[7], data[9]);
    return y[7] != 32 || data[9] != 10 || calls > 2;
}
