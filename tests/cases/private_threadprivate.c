// case: a threadprivate variable is in no clause of OpenMP: a local variable is the private copy, and firstprivate takes a copy of its value
// expect-omp: #pragma omp threadprivate(x)
// expect-omp: #pragma omp target teams num_teams(1) firstprivate(__clacc_firstprivate_x__) map(hold,from: found) shared(found)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,from: found) shared(found)
// expect-text: int x;
#include <stdio.h>

static int x = 3;
#pragma omp threadprivate(x)

int main(void)
{
    int found[2], bad = 0;
    #pragma acc parallel num_gangs(1) firstprivate(x) copyout(found)
    {
        found[0] = x + 1;
        found[1] = x + 2;
    }
    bad += found[0] != 4 || found[1] != 5;
    #pragma acc parallel num_gangs(1) private(x) copyout(found)
    {
        x = 7;
        found[0] = x;
    }
    bad += found[0] != 7;
    printf("%d\n", bad);
    return bad;
}
