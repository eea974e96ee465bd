// case: a kernel with an empty body, and one with nothing but declarations
// expect-omp: #pragma omp target teams
// expect-omp: #pragma omp target teams num_teams(3)
#include <stdio.h>

int main(void)
{
    int a = 3;
    #pragma acc parallel
    {
    }
    #pragma acc parallel num_gangs(3)
    {
        int unused = 0;
        (void)unused;
    }
    printf("%d\n", a);
    return a != 3;
}
