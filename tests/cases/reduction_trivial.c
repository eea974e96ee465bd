// case: gang and sequential reductions into variables of the gang itself are dropped
// expect-omp: #pragma omp target teams num_teams(1) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int out[2];

int main(void)
{
    #pragma acc parallel num_gangs(1) copyout(out)
    {
        int a = 1, b = 2;
        #pragma acc loop gang reduction(+:a)
        for (int i = 0; i < 5; ++i)
            a += i;
        #pragma acc loop seq reduction(*:b)
        for (int i = 0; i < 5; ++i)
            b *= 2;
        out[0] = a;
        out[1] = b;
    }
    printf("%d %d\n", out[0], out[1]);
    return out[0] != 11 || out[1] != 64;
}
