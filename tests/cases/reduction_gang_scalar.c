// case: a gang reduction of a plain scalar: copy and reduction on the kernel, nothing on the loop
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: s) reduction(+: s)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    int s = 3;
    #pragma acc parallel num_gangs(2)
    {
        #pragma acc loop gang reduction(+:s)
        for (int i = 0; i < 10; ++i)
            s += i;
    }
    printf("%d\n", s);
    return s != 48;
}
