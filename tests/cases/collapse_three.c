// case: collapse over three loops on all levels
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute parallel for simd num_threads(2) collapse(3) shared(m)
#include <stdio.h>

int m[3][4][5];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop collapse(3) gang worker vector num_workers(2) copyout(m)
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 5; ++k)
                m[i][j][k] = (i * 4 + j) * 5 + k;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 5; ++k)
                sum += m[i][j][k];
    printf("%d\n", sum);
    return sum != 1770;
}
