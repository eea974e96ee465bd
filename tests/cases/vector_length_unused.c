// case: vector_length without a vector loop disappears
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for num_threads(2) shared(a)
#include <stdio.h>

int a[7];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop worker vector_length(32) num_gangs(2) num_workers(2) copyout(a)
    for (int i = 0; i < 7; ++i)
        a[i] = i;
    for (int i = 0; i < 7; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 21;
}
