// case: vector below a plain loop: the plain loop is the gang's, the vector loop is simd
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd
#include <stdio.h>

int m[3][6];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop num_gangs(2) copyout(m)
    for (int i = 0; i < 3; ++i) {
        #pragma acc loop vector
        for (int j = 0; j < 6; ++j)
            m[i][j] = 1;
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 6; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 18;
}
