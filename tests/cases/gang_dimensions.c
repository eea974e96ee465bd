// case: gangs in several dimensions are teams in one
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(n * (n - 1) * 2) map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(3) map(hold,tofrom: sum) map(hold,tofrom: m) shared(m) reduction(+: sum)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd reduction(+: sum)
#include <stdio.h>

int m[4][5][6];

int main(void)
{
    int n = 3;
    long sum = 0;
    #pragma acc parallel num_gangs(n, n - 1, 2) copy(m)
    #pragma acc loop gang(dim: 3)
    for (int i = 0; i < 4; ++i) {
        #pragma acc loop gang(dim: 2)
        for (int j = 0; j < 5; ++j) {
            #pragma acc loop gang(dim: 1)
            for (int k = 0; k < 6; ++k)
                m[i][j][k] += 100 * i + 10 * j + k;
        }
    }
    #pragma acc parallel num_gangs(n, n - 1, 2) copy(m)
    {
        int one = 1;
        #pragma acc loop gang(dim: 2)
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop gang
            for (int j = 0; j < 5; ++j)
                m[i][j][0] = m[i][j][1] + one;
        }
    }
    #pragma acc parallel num_gangs(2, 3) copy(sum)
    #pragma acc loop gang(dim: 2) reduction(+: sum)
    for (int i = 0; i < 4; ++i)
        #pragma acc loop gang vector reduction(+: sum)
        for (int j = 0; j < 5; ++j)
            for (int k = 0; k < 6; ++k)
                sum += m[i][j][k] * (i + 1);
    printf("%ld\n", sum);
    return 0;
}
