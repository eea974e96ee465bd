// case: collapse stays where it is; the number may be an expression
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute collapse(2)
// expect-omp: #pragma omp target teams map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute parallel for collapse(1 + 1) shared(m)
#include <stdio.h>

int m[3][5];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop gang collapse(2) num_gangs(2) copyout(m)
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
            m[i][j] = i * j;
    #pragma acc parallel loop gang worker collapse(1 + 1) copy(m)
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
            m[i][j] += 1;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 45;
}
