// case: a reduction variable that is never referenced is copied all the same
// expect-omp: #pragma omp target teams num_teams(1) reduction(max: m) map(hold,tofrom: m,a) shared(a)
#include <stdio.h>

int main(void)
{
    int m = 6, a[1] = {1};
    #pragma acc parallel num_gangs(1) reduction(max:m)
    {
        a[0] = 2;
    }
    printf("%d %d\n", m, a[0]);
    return m != 6 || a[0] != 2;
}
