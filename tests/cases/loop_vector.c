// case: loop vector in a kernel gets an implicit gang: distribute simd
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[10];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copyout(a)
    {
        #pragma acc loop vector
        for (int i = 0; i < 10; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 55;
}
