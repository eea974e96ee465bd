// case: with seq an assigned loop variable keeps its value after the loop
// gcc-acc: skip (gcc makes the variable private)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,from: last) shared(last)
#include <stdio.h>

int last[2];

int main(void)
{
    #pragma acc parallel num_gangs(1) copyout(last)
    {
        int i, n = 5;
        #pragma acc loop seq
        for (i = 0; i < n; i++)
            last[1] = i;
        last[0] = i;
    }
    printf("%d %d\n", last[0], last[1]);
    return last[0] != 5 || last[1] != 4;
}
