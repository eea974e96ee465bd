// case: loop seq disappears; every gang runs the loop
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[6] = {1, 1, 0, 0, 0, 0};

int main(void)
{
    #pragma acc parallel num_gangs(1) copy(a)
    {
        #pragma acc loop seq
        for (int i = 2; i < 6; ++i)
            a[i] = a[i - 1] + a[i - 2];
    }
    printf("%d\n", a[5]);
    return a[5] != 8;
}
