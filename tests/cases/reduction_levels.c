// case: worker and vector keep the reduction on the loop as well
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: s) reduction(+: s)
// expect-omp: #pragma omp distribute parallel for num_threads(2) reduction(+: s)
// expect-omp: #pragma omp target teams map(hold,tofrom: s) reduction(+: s)
// expect-omp: #pragma omp distribute simd reduction(+: s)
// expect-omp: #pragma omp target teams map(hold,tofrom: s) reduction(+: s)
// expect-omp: #pragma omp distribute parallel for simd reduction(+: s)
#include <stdio.h>

int main(void)
{
    long s = 0;
    #pragma acc parallel loop gang worker reduction(+:s) num_gangs(2) num_workers(2)
    for (int i = 0; i < 10; ++i)
        s += i;
    #pragma acc parallel loop gang vector reduction(+:s)
    for (int i = 0; i < 10; ++i)
        s += 10 * i;
    #pragma acc parallel loop gang worker vector reduction(+:s)
    for (int i = 0; i < 10; ++i)
        s += 100 * i;
    printf("%ld\n", s);
    return s != 4995;
}
