// case: update self brings the device's values to the host in the middle of a data region
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update from(present: a)
// expect-portable: #pragma omp target data map(tofrom: a)
#include <stdio.h>

int a[8];

int main(void)
{
    int sum = 0;
    #pragma acc data copy(a)
    {
        #pragma acc parallel loop present(a)
        for (int i = 0; i < 8; ++i)
            a[i] = i + 1;
        #pragma acc update self(a)
        for (int i = 0; i < 8; ++i)
            sum += a[i];
    }
    printf("%d\n", sum);
    return sum != 36;
}
