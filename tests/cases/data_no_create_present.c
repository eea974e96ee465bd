// case: no_create uses what is there; the kernel inherits it for the whole array
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target data map(no_alloc,hold,alloc: a)
// expect-omp: #pragma omp target teams map(no_alloc,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(from: a)
#include <stdio.h>

int a[6] = {1, 1, 1, 1, 1, 1};

int main(void)
{
    int sum = 0;
    #pragma acc enter data copyin(a)
    #pragma acc data no_create(a)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 6; ++i)
            a[i] += i;
    }
    #pragma acc exit data copyout(a)
    for (int i = 0; i < 6; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 21;
}
