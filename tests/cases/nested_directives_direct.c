// case: directives that follow each other without braces
// expect-omp: #pragma omp target data map(hold,from: m)
// expect-omp: #pragma omp target teams num_teams(2) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd
#include <stdio.h>

int m[3][3];

int main(void)
{
    int sum = 0;
    #pragma acc data copyout(m)
    #pragma acc parallel num_gangs(2)
    #pragma acc loop gang
    for (int i = 0; i < 3; ++i)
        #pragma acc loop vector
        for (int j = 0; j < 3; ++j)
            m[i][j] = i * 3 + j;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 36;
}
