// case: a gang reduction of a plain scalar: copy and reduction on the kernel, nothing on the loop
// expect-omp: #pragma omp target teams num_teams(8) map(hold,tofrom: s) reduction(+: s)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    long s = 3;
    #pragma acc parallel num_gangs(8)
    {
        #pragma acc loop gang reduction(+:s)
        for (int i = 0; i < 200000; ++i)
            s += i % 10;
    }
    printf("%ld\n", s);
    return s != 900003;
}
