// case: where the host is the device, threads share the outermost loops, and the loops inside are those of one thread
// expect-host: #pragma omp parallel for private(i) firstprivate(t)
// expect-host: #pragma omp simd reduction(+: s)
// expect-host: #pragma omp parallel for simd
// expect-host: #pragma omp parallel for reduction(+: sum) private(t,i)
#include <stdio.h>

enum { N = 400 };

static double a[N], r[N];
static _Thread_local int factor = 3;

#pragma acc routine gang
static void scaled(int n, double *x)
{
    double t = 2;
    int i, j;
    #pragma acc loop gang
    for (i = 0; i < n; i++) {
        t = i;
        #pragma acc loop worker
        for (j = 0; j < 3; j++)
            x[i * 4 + j] += t + j;
        #pragma acc loop vector
        for (j = 0; j < 3; j++)
            x[i * 4 + j] *= 2;
    }
}

#pragma acc routine worker
static double by_workers(int n, const double *x)
{
    double s = 0;
    #pragma acc loop worker reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

#pragma acc routine vector
static double by_lanes(int n, const double *x)
{
    double s = 0;
    #pragma acc loop vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

static void in_routines(void)
{
    #pragma acc parallel num_gangs(4) copy(a)
    scaled(N / 4, a);
    #pragma acc parallel loop gang copyin(a) copyout(r)
    for (int k = 0; k < N; k++)
        r[k] = by_workers(k, a) + by_lanes(k, a);
}

/* One thread executes the statements between the loops, in their order. */
static double in_kernels(void)
{
    double sum = 0, last;
    int i, t;
    #pragma acc kernels copy(a, r)
    {
        #pragma acc loop independent vector
        for (i = 0; i < N; i++)
            a[i] += 1;
        #pragma acc loop independent reduction(+:sum)
        for (i = 0; i < N; i++) {
            t = i % 5;
            sum += a[i] * t;
        }
        last = sum;
        #pragma acc loop
        for (i = 1; i < N; i++)
            r[i] = r[i - 1] + a[i];
    }
    return sum + last;
}

/* Each thread of the host has a `factor` of its own, and the construct has the one of its thread. */
static void of_thread(void)
{
    factor = 5;
    #pragma acc parallel loop gang copy(a)
    for (int i = 0; i < N; i++)
        a[i] *= factor;
}

static int nested(int n)
{
    int most = 0;
    #pragma acc parallel num_gangs(2) num_workers(n) copy(most)
    {
        #pragma acc loop seq
        for (int k = 0; k < 3; k++) {
            #pragma acc loop gang reduction(max:most)
            for (int i = 0; i < 10; i++) {
                int inner = 0;
                #pragma acc loop worker reduction(+:inner)
                for (int j = 0; j < 20; j++)
                    inner += (i * j + k) % 7;
                most = inner > most ? inner : most;
            }
        }
    }
    return most;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    in_routines();
    double total = 0;
    for (int k = 0; k < N; k++)
        total += r[k] * (k % 3);
    printf("%g\n", total);
    printf("%g\n", in_kernels());
    of_thread();
    printf("%g %g %d\n", a[7], r[N - 1], nested(2));
    return 0;
}
