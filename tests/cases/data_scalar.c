// case: a scalar in a data region is shared by the kernels, not copied to each of them
// expect-omp: #pragma omp target data map(hold,tofrom: t)
// expect-omp: #pragma omp target teams num_teams(1) shared(t) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp target teams num_teams(1) shared(t) firstprivate(k) defaultmap(tofrom: scalar)
#include <stdio.h>

int main(void)
{
    int t = 5, k = 4;
    #pragma acc data copy(t)
    {
        #pragma acc parallel num_gangs(1)
        {
            t += 2;
        }
        #pragma acc parallel num_gangs(1)
        {
            t *= k;
        }
    }
    printf("%d\n", t);
    return t != 28;
}
