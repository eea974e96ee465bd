// case: tiles of loops that gangs share, with sizes that divide nothing
// expect-omp: #pragma omp target teams map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute collapse(2)
// expect-omp: #pragma omp tile sizes(4, 3)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) shared(m) firstprivate(size)
// expect-omp: #pragma omp distribute parallel for collapse(3) private(i,j,k) shared(m)
// expect-omp: #pragma omp tile sizes(1, 2, 1)
// expect-portable: #pragma omp distribute collapse(2)
// expect-portable: #pragma omp distribute parallel for simd collapse(3) shared(m)
#include <stdio.h>

int m[10][11][3];

int main(void)
{
    int i, j, k, size = 5;
    long sum = 0;
    #pragma acc parallel loop tile(4, 3) copy(m)
    for (int a = 0; a < 10; ++a)
        for (int b = 10; b >= 0; --b)
            for (int c = 0; c < 3; ++c)
                m[a][b][c] += 100 * a + 10 * b + c;
    #pragma acc parallel loop gang worker vector tile(*, 2, size) num_gangs(2) copy(m)
    for (i = 0; i < 10; i += 3)
        for (j = 1; j <= 10; j++)
            for (k = 0; k < 3; k++)
                m[i][j][k] += 1;
    for (i = 0; i < 10; i++)
        for (j = 0; j < 11; j++)
            for (k = 0; k < 3; k++)
                sum = sum * 31 % 1000003 + m[i][j][k];
    printf("%ld\n", sum);
    return 0;
}
