// case: create keeps scratch data between two kernels without moving it
// expect-omp: #pragma omp target data map(hold,alloc: tmp) map(hold,tofrom: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: tmp,a) shared(tmp,a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(present,hold,alloc: tmp,a) shared(a,tmp)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int tmp[9], a[9];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < 9; ++i)
        a[i] = i * i;
    #pragma acc data create(tmp) copy(a)
    {
        #pragma acc parallel loop present(tmp, a)
        for (int i = 0; i < 9; ++i)
            tmp[i] = a[8 - i];
        #pragma acc parallel loop present(tmp, a)
        for (int i = 0; i < 9; ++i)
            a[i] = tmp[i];
    }
    for (int i = 0; i < 9; ++i)
        wrong += a[i] != (8 - i) * (8 - i);
    printf("%d\n", wrong);
    return wrong;
}
