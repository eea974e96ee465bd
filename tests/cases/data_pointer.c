// case: a pointer whose target is in a data region is a shared scalar of the kernel
// expect-omp: #pragma omp target data map(hold,tofrom: p[0:n])
// expect-omp: #pragma omp target teams shared(p) firstprivate(n) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    int a[6] = {0}, *p = a, n = 6, sum = 0;
    #pragma acc data copy(p[0:n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            p[i] = i + 1;
    }
    for (int i = 0; i < n; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 21;
}
