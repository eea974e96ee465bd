// case: a reduction written on the kernel and again on its loop is one reduction of the kernel
// expect-omp: #pragma omp target teams num_teams(2) reduction(+: s) map(hold,tofrom: s)
// expect-omp: #pragma omp distribute parallel for reduction(+: s)
#include <stdio.h>

int main(void)
{
    int s = 5;
    #pragma acc parallel num_gangs(2) reduction(+:s)
    {
        #pragma acc loop gang worker reduction(+:s)
        for (int i = 0; i < 8; ++i)
            s += i;
    }
    printf("%d\n", s);
    return s != 33;
}
