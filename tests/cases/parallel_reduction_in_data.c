// case: a reduction variable that an enclosing data region holds gets no data clause on the kernel
// expect-omp: #pragma omp target data map(hold,tofrom: s)
// expect-omp: #pragma omp target teams num_teams(1) reduction(+: s)
#include <stdio.h>

int main(void)
{
    int s = 40;
    #pragma acc data copy(s)
    {
        #pragma acc parallel num_gangs(1) reduction(+:s)
        {
            s += 2;
        }
    }
    printf("%d\n", s);
    return s != 42;
}
