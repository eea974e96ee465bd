// case: a combined directive whose loop is sequential leaves the kernel alone
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[5] = {1};

int main(void)
{
    #pragma acc parallel loop seq num_gangs(1) copy(a)
    for (int i = 1; i < 5; ++i)
        a[i] = 2 * a[i - 1] + 1;
    printf("%d\n", a[4]);
    return a[4] != 31;
}
