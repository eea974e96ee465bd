// case: all three levels on one loop; sizes before the other clauses
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for simd num_threads(2) simdlen(4) shared(a)
#include <stdio.h>

int a[20];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) num_workers(2) vector_length(4) copyout(a)
    {
        #pragma acc loop gang worker vector
        for (int i = 0; i < 20; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 20; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 210;
}
