// case: with seq an outer loop variable is shared by the loop and firstprivate on the kernel
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a) firstprivate(i)
#include <stdio.h>

int a[4] = {1, 1, 1, 1};

int main(void)
{
    int i;
    i = 17;
    #pragma acc parallel num_gangs(1) copy(a)
    {
        #pragma acc loop seq
        for (i = 1; i < 4; i++)
            a[i] += a[i - 1];
    }
    i = 3;
    printf("%d\n", a[i]);
    return a[3] != 4;
}
