// case: the variables of all collapsed loops count, assigned and declared ones
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute collapse(3) private(i,k)
#include <stdio.h>

int m[2][3][4];

int main(void)
{
    int i, k, sum = 0;
    #pragma acc parallel loop collapse(3) num_gangs(2) copyout(m)
    for (i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (k = 0; k < 4; k++)
                m[i][j][k] = i + j + k;
    for (i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (k = 0; k < 4; k++)
                sum += m[i][j][k];
    printf("%d\n", sum);
    return sum != 72;
}
