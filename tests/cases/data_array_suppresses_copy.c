// case: an array in a data region: the kernel adds no data clause of its own
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams map(hold,tofrom: b) shared(b,a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[4] = {1, 2, 3, 4}, b[4];

int main(void)
{
    int sum = 0;
    #pragma acc data copy(a)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 4; ++i)
            b[i] = 2 * a[i];
    }
    for (int i = 0; i < 4; ++i)
        sum += b[i];
    printf("%d\n", sum);
    return sum != 20;
}
