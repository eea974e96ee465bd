// case: gangs share the independent loop that is all of a kernels construct
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a) firstprivate(k)
// expect-omp: #pragma omp distribute parallel for shared(a,k)
// expect-omp: #pragma omp target teams map(hold,tofrom: a) map(hold,tofrom: sum) shared(a) reduction(+: sum)
// expect-omp: #pragma omp distribute simd reduction(+: sum)
// expect-omp: #pragma omp target teams private(t) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute parallel for private(t) shared(a)
// expect-omp: #pragma omp target teams private(i,j) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute parallel for private(j,i) shared(a)
#include <stdio.h>

int main(void)
{
    int a[40], i, j, k = 3, sum = 5, t = 0;
    #pragma acc kernels loop independent copyout(a)
    for (int i = 0; i < 40; i++)
        a[i] = i * k;
    #pragma acc kernels copy(a)
    {
        #pragma acc loop independent gang vector reduction(+:sum)
        for (int i = 0; i < 40; i++)
            sum += a[i];
    }
    #pragma acc kernels loop independent private(t) copy(a)
    for (int i = 0; i < 40; i++) {
        t = a[i];
        #pragma acc loop seq
        for (int m = 0; m < 3; m++)
            t += m;
        a[i] = t;
    }
    // j is used in one iteration alone, so that each has its own
    #pragma acc kernels loop independent copy(a)
    for (i = 0; i < 40; i++)
        for (j = 0; j < i; j++)
            a[i] += j;
    printf("%d %d %d %d\n", a[3], a[39], k, sum);
    return a[39] != 861 || a[3] != 15 || sum != 2345;
}
