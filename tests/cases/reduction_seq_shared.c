// case: a reduction on a sequential loop over a gang-shared variable is a reduction of the kernel
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: s) reduction(+: s)
#include <stdio.h>

int main(void)
{
    int s = 1;
    #pragma acc parallel num_gangs(1) copy(s)
    {
        #pragma acc loop seq reduction(+:s)
        for (int i = 0; i < 4; ++i)
            s += i;
    }
    printf("%d\n", s);
    return s != 7;
}
