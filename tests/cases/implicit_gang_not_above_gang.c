// case: a loop that holds an explicit gang loop gets no implicit gang
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int m[3][7];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copyout(m)
    {
        #pragma acc loop
        for (int i = 0; i < 3; ++i) {
            #pragma acc loop gang
            for (int j = 0; j < 7; ++j)
                m[i][j] = i * 7 + j;
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 7; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 210;
}
