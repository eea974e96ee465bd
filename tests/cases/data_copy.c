// case: data copy moves both ways once, around several kernels
// expect-omp: #pragma omp target data map(hold,tofrom: p[0:n])
// expect-omp: #pragma omp target teams map(present,hold,alloc: p[0:n]) shared(p) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(present,hold,alloc: p[0:n]) shared(p) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-portable: #pragma omp target data map(tofrom: p[0:n])
#include <stdio.h>

static long work(int n, long *p)
{
    long sum = 0;
    #pragma acc data copy(p[0:n])
    {
        #pragma acc parallel loop present(p[0:n])
        for (int i = 0; i < n; ++i)
            p[i] += 100;
        #pragma acc parallel loop present(p[0:n])
        for (int i = 0; i < n; ++i)
            p[i] *= 2;
    }
    for (int i = 0; i < n; ++i)
        sum += p[i];
    return sum;
}

int main(void)
{
    long p[10];
    for (int i = 0; i < 10; ++i)
        p[i] = i;
    long sum = work(10, p);
    printf("%ld\n", sum);
    return sum != 2090;
}
