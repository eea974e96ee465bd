// case: an assigned loop variable of a simd loop becomes a local around it
// expect-text: int i;
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[6];

int main(void)
{
    int i, sum = 0;
    #pragma acc parallel num_gangs(2) copyout(a)
    {
        #pragma acc loop gang vector
        for (i = 0; i < 6; i++)
            a[i] = i;
    }
    for (i = 0; i < 6; i++)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 15;
}
