// case: update device sends what the host changed while the data was on the device
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target update to(present: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[8];

int main(void)
{
    int sum = 0;
    #pragma acc data copy(a)
    {
        for (int i = 0; i < 8; ++i)
            a[i] = 10 * i;
        #pragma acc update device(a)
        #pragma acc parallel loop present(a)
        for (int i = 0; i < 8; ++i)
            a[i] += 1;
    }
    for (int i = 0; i < 8; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 288;
}
