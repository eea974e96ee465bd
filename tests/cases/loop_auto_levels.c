// case: auto drops the levels written beside it; the next loop gets the implicit gang
// gcc-acc: skip (gcc keeps the levels of an auto loop)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute parallel for shared(m,i)
#include <stdio.h>

int m[4][4];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copyout(m)
    {
        #pragma acc loop auto gang
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop worker
            for (int j = 0; j < 4; ++j)
                m[i][j] = i + 2 * j;
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 72;
}
