// case: independent says nothing about levels
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[10];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop num_gangs(2) independent copyout(a)
    for (int i = 9; i >= 0; i -= 1)
        a[i] = i + 1;
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 55;
}
