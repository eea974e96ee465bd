// case: every outermost loop of a kernel gets its own implicit gang
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) map(hold,from: b) shared(a,b)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[8], b[8];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copyout(a) copyout(b)
    {
        #pragma acc loop
        for (int i = 0; i < 8; ++i)
            a[i] = i;
        #pragma acc loop vector
        for (int i = 0; i < 8; ++i)
            b[i] = -i;
    }
    for (int i = 0; i < 8; ++i)
        sum += a[i] * (b[i] + i + 1);
    printf("%d\n", sum);
    return sum != 28;
}
