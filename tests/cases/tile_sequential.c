// case: tiles of loops that one thread executes
// expect-text: int j;
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp tile sizes(2, 2)
// expect-omp: #pragma omp target teams map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute private(i)
// expect-omp: #pragma omp tile sizes(3)
#include <stdio.h>

int m[7][9];

int main(void)
{
    int i, j, sum = 0;
    #pragma acc parallel loop seq tile(2, 2) num_gangs(1) copy(m)
    for (int a = 0; a < 7; ++a)
        for (int b = 0; b < 9; ++b)
            m[a][b] = a * b;
    #pragma acc parallel loop gang copy(m)
    for (i = 0; i < 7; ++i) {
        #pragma acc loop vector tile(3)
        for (j = 0; j < 9; ++j)
            m[i][j] += i;
    }
    for (i = 0; i < 7; ++i)
        for (j = 0; j < 9; ++j)
            sum += m[i][j] * (j + 1);
    printf("%d\n", sum);
    return 0;
}
