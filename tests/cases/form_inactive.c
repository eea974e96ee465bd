// case: a directive in a branch that is not taken stays as it is
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-text: #pragma acc parallel loop copy(a) gang
#include <stdio.h>

int a[2] = {1, 2};

int main(void)
{
#if 0
    #pragma acc parallel loop copy(a) gang
    for (int i = 0; i < 2; ++i)
        a[i] += 100;
#elif defined NOBODY_DEFINES_THIS
    #pragma acc nonsense
#else
    #pragma acc parallel num_gangs(1) copy(a)
    {
        a[0] += 100;
    }
#endif
    printf("%d\n", a[0]);
    return a[0] != 101;
}
