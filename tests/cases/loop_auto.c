// case: loop auto is never analysed: sequential; the gang goes to the loop inside
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int m[5][4] = {{1, 2, 3, 4}};

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) copy(m)
    {
        #pragma acc loop auto
        for (int i = 1; i < 5; ++i) {
            #pragma acc loop
            for (int j = 0; j < 4; ++j)
                m[i][j] = m[i - 1][j] + 1;
        }
    }
    for (int j = 0; j < 4; ++j)
        sum += m[4][j];
    printf("%d\n", sum);
    return sum != 26;
}
