// case: code guarded by _OPENACC keeps its meaning in the translation
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[2] = {20, 22};

int main(void)
{
    int sum = 0;
#ifdef _OPENACC
    #pragma acc parallel num_gangs(1) copy(a)
    {
        a[0] += a[1];
    }
    sum = a[0];
#else
    sum = a[0] + a[1];
#endif
    printf("%d\n", sum);
    return sum != 42;
}
