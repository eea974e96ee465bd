// case: kernels as the substatements of if, else and while, without braces
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[2] = {3, 0};

int main(void)
{
    if (a[0] > 100)
        #pragma acc parallel num_gangs(1) copy(a)
        a[0] = 1;
    else
        #pragma acc parallel loop num_gangs(1) copy(a)
        for (int i = 0; i < 2; ++i)
            a[i] += 10;
    while (a[1] < 12)
        #pragma acc parallel num_gangs(1) copy(a)
        ++a[1];
    printf("%d %d\n", a[0], a[1]);
    return a[0] != 13 || a[1] != 12;
}
