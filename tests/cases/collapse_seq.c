// case: collapse on a sequential loop disappears with it
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: m) shared(m)
#include <stdio.h>

int m[3][4] = {{1}};

int main(void)
{
    #pragma acc parallel num_gangs(1) copy(m)
    {
        #pragma acc loop seq collapse(2)
        for (int i = 0; i < 3; ++i)
            for (int j = 1; j < 4; ++j)
                m[i][j] = m[i][j - 1] * 2 + i;
    }
    printf("%d %d\n", m[0][3], m[2][3]);
    return m[0][3] != 8 || m[2][3] != 14;
}
