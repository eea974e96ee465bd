// case: loops with statements between them; without such statements they are collapsed
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute simd private(j)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute parallel for private(i,j) shared(m)
// expect-omp: #pragma omp target teams map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute collapse(2)
#include <stdio.h>

int m[6][7];

int main(void)
{
    int i, j;
    long sum = 0;
    #pragma acc parallel loop gang vector collapse(force: 2) num_gangs(2) copy(m)
    for (i = 0; i < 6; ++i) {
        int row = 10 * i;
        for (j = 0; j < 7; ++j)
            m[i][j] += row + j;
    }
    #pragma acc parallel loop gang worker collapse(force: 2) num_gangs(2) copy(m)
    for (i = 0; i < 6; ++i) {
        for (j = 0; j < 7; ++j)
            m[i][j] *= 2;
        m[i][0] += 1;
    }
    #pragma acc parallel loop gang collapse(force: 2) copy(m)
    for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 7; ++l)
            m[k][l] += 1;
    for (i = 0; i < 6; ++i)
        for (j = 0; j < 7; ++j)
            sum = sum * 31 % 1000003 + m[i][j];
    printf("%ld\n", sum);
    return 0;
}
