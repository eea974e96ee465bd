// case: always copies what is present too, in one direction or in both
// expect-portable: #pragma omp target update to(x)
// expect-portable: #pragma omp target update from(x)
// expect-portable: #pragma omp target teams map(always,to: x) map(from: y) shared(y,x) firstprivate(n)
// expect-portable: #pragma omp target data map(always,tofrom: x)
// expect-portable: #pragma omp target exit data map(always,from: x)
#include <stdio.h>

int main(void)
{
    int n = 4, x[4] = {1, 2, 3, 4}, y[4];
    #pragma acc enter data copyin(x)
    #pragma acc parallel loop copy(alwaysin: x)
    for (int i = 0; i < n; ++i)
        x[i] += 10;
    #pragma acc parallel loop copy(alwaysout: x)
    for (int i = 0; i < n; ++i)
        x[i] += 10;
    x[0] = 50;
    #pragma acc parallel loop copyin(always: x) copyout(y)
    for (int i = 0; i < n; ++i)
        y[i] = x[i];
    #pragma acc data copy(always: x)
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            x[i] *= 2;
    }
    for (int i = 0; i < n; ++i)
        printf("%d %d\n", x[i], y[i]);
    #pragma acc enter data create(x)
    #pragma acc parallel loop present(x)
    for (int i = 0; i < n; ++i)
        x[i] += 1;
    #pragma acc exit data copyout(always: x)
    for (int i = 0; i < n; ++i)
        printf("%d\n", x[i]);
    #pragma acc exit data delete(x)
    return 0;
}
