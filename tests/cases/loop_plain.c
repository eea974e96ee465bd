// case: a loop without any clause is gang-partitioned implicitly
// expect-omp: #pragma omp target teams num_teams(3) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[10];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(3) copyout(a)
    {
        #pragma acc loop
        for (int i = 0; i < 10; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 55;
}
