// case: hints between a construct and its statement, which is the one behind them
// expect-omp: #pragma omp target teams map(hold,tofrom: a[0:64]) shared(a)
// expect-omp: #pragma omp distribute parallel for shared(a)
// expect-omp: #pragma omp target teams map(hold,tofrom: a[0:64]) reduction(+: sum) map(hold,tofrom: sum) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    int values[64], *a = values, sum = 0;
    for (int i = 0; i < 64; ++i)
        a[i] = i;
    #pragma acc kernels copy(a[0:64])
    #pragma acc cache(a[0:8])
    #pragma acc cache(a[8:8])
    #pragma acc loop independent
    for (int i = 0; i < 64; ++i)
        a[i] = 2 * a[i] + 1;
    if (a[0] == 1)
        #pragma acc parallel copy(a[0:64]) reduction(+: sum)
        #pragma acc cache(a[0:8])
        #pragma acc loop gang
        for (int i = 0; i < 64; ++i)
            sum += a[i];
    else
        sum = -1;
    printf("%d %d\n", sum, a[63]);
    return 0;
}
