// case: an explicit copy of the reduction variable replaces the implicit one
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: s) reduction(max: s)
// expect-omp: #pragma omp distribute parallel for num_threads(2) reduction(max: s)
#include <stdio.h>

int main(void)
{
    int s = -5;
    #pragma acc parallel loop gang worker num_gangs(2) num_workers(2) reduction(max:s) copy(s)
    for (int i = 0; i < 10; ++i)
        s = i * (9 - i) > s ? i * (9 - i) : s;
    printf("%d\n", s);
    return s != 20;
}
