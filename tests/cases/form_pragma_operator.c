// case: directives written with the operator _Pragma
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[4] = {1, 2, 3, 4};

int main(void)
{
    int sum = 0;
    _Pragma("acc data copy(a)")
    {
        _Pragma("acc parallel loop num_gangs(2) present(a)")
        for (int i = 0; i < 4; ++i)
            a[i] += 1;
    }
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 14;
}
