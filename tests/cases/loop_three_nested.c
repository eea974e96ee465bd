// case: gang, worker and vector on three loops
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for num_threads(2) shared(m,i)
// expect-omp: #pragma omp simd simdlen(4)
#include <stdio.h>

int m[3][4][5];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_gangs(2) num_workers(2) vector_length(4) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 3; ++i) {
            #pragma acc loop worker
            for (int j = 0; j < 4; ++j) {
                #pragma acc loop vector
                for (int k = 0; k < 5; ++k)
                    m[i][j][k] = i + j + k;
            }
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 5; ++k)
                sum += m[i][j][k];
    printf("%d\n", sum);
    return sum != 270;
}
