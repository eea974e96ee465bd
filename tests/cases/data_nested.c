// case: an inner data region in an outer one finds the data there
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target data map(hold,to: a) map(hold,from: b)
// expect-omp: #pragma omp target teams shared(b,a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[5] = {1, 2, 3, 4, 5}, b[5];

int main(void)
{
    int sum = 0;
    #pragma acc data copy(a)
    {
        #pragma acc data copyin(a) copyout(b)
        {
            #pragma acc parallel loop
            for (int i = 0; i < 5; ++i)
                b[i] = a[4 - i];
        }
        #pragma acc parallel loop present(a)
        for (int i = 0; i < 5; ++i)
            a[i] *= 10;
    }
    for (int i = 0; i < 5; ++i)
        sum += a[i] * b[i];
    printf("%d\n", sum);
    return sum != 350;
}
