// case: copies of a variable of a team beside other uses of it: the copy is another variable, in device code of clang too
// expect-llvm: #pragma omp declare target(grow)
// expect-llvm: #pragma omp declare target
// expect-llvm: #pragma omp parallel for simd num_threads(1) reduction(+: t) shared(a)
// expect-llvm: #pragma omp end declare target
// expect-llvm: #pragma omp declare target
#include <stdio.h>

static void grow(double *t);
#pragma acc routine(grow) seq
static void grow(double *t) { *t += 1; }

/* The address of the variable leaves the function. */
#pragma acc routine vector
static double sum(const double *a)
{
    double t = 0;
#pragma acc loop vector reduction(+:t)
    for (int j = 0; j < 10; j++)
        t += a[j];
    grow(&t);
    return t;
}

/* Threads share the variable. */
#pragma acc routine gang
static void add_sums(int n, double *a)
{
#pragma acc loop gang
    for (int i = 0; i < n / 10; i++) {
        double t = 0;
#pragma acc loop vector reduction(+:t)
        for (int j = 0; j < 10; j++)
            t += j;
#pragma acc loop worker
        for (int j = 0; j < 10; j++)
            a[i * 10 + j] += t;
    }
}

int main(void)
{
    double a[100], b[10], c[10], s = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i % 7;
#pragma acc parallel copy(a)
    add_sums(100, a);
#pragma acc parallel loop gang copyin(a) copyout(b)
    for (int i = 0; i < 10; i++)
        b[i] = sum(a + 10 * i);
#pragma acc parallel num_gangs(1) copyin(a) copy(b) copyout(c)
    {
        double t = 7, r = 0, own = 0, v[2] = {1, 2};
#pragma acc loop gang private(own)
        for (int i = 0; i < 10; i++) {
            own = a[i];
#pragma acc loop worker
            for (int j = 0; j < 10; j++)
                c[j] = own;
        }
#pragma acc loop vector private(v)
        for (int j = 0; j < 10; j++) {
            double *w = v;
            w[0] = j;
            w[1] = 2;
            c[j] += w[0] * w[1];
        }
#pragma acc loop gang vector reduction(+:r)
        for (int i = 0; i < 10; i++)
            r += a[i];
#pragma acc loop worker
        for (int i = 0; i < 10; i++)
            b[i] += r + t;
    }
    for (int i = 0; i < 10; i++)
        s = s * 3 + b[i] + c[i];
    printf("%.17g\n", s);
    return 0;
}
