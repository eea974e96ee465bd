// case: without seq the assigned variable of a sequential loop is private: a local around the loop
// expect-text: int i;
// expect-text: int j;
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: m) shared(m)
#include <stdio.h>

int m[3][3] = {{1, 2, 3}};

int main(void)
{
    int i, j, sum = 0;
    #pragma acc parallel num_gangs(1) copy(m)
    {
        #pragma acc loop auto
        for (i = 1; i < 3; i++) {
            #pragma acc loop auto
            for (j = 0; j < 3; j++)
                m[i][j] = m[i - 1][2 - j] + 1;
        }
    }
    for (j = 0; j < 3; j++)
        sum += m[2][j] * (j + 1);
    printf("%d\n", sum);
    return sum != 26;
}
