// case: only the outermost of plain loops gets the implicit gang; the inner directive disappears
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int m[4][4];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copyout(m)
    {
        #pragma acc loop
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop independent
            for (int j = 0; j < 4; ++j)
                m[i][j] = i - j + 4;
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 64;
}
