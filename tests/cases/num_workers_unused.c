// case: num_workers without a worker loop and without side effects disappears
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[5], w = 4;

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop num_gangs(2) num_workers(8) copyout(a)
    for (int i = 0; i < 5; ++i)
        a[i] = i;
    #pragma acc parallel loop vector num_workers(w) copy(a)
    for (int i = 0; i < 5; ++i)
        a[i] += 1;
    for (int i = 0; i < 5; ++i)
        sum += a[i];
    printf("%d %d\n", sum, w);
    return sum != 15;
}
