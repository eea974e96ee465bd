// case: a sequential loop around gang loops, each of them partitioned
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: a,b) shared(a,b)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[8], b[8];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2)
    {
        #pragma acc loop seq
        for (int t = 0; t < 3; ++t) {
            #pragma acc loop gang
            for (int i = 0; i < 8; ++i)
                a[i] += t;
            #pragma acc loop gang vector
            for (int i = 0; i < 8; ++i)
                b[i] += 2 * t;
        }
    }
    for (int i = 0; i < 8; ++i)
        sum += a[i] + b[i];
    printf("%d\n", sum);
    return sum != 72;
}
