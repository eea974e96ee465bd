// case: collapsed simd loops with assigned variables: one local for each
// expect-text: int i;
// expect-text: int j;
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute simd collapse(2)
#include <stdio.h>

int m[4][5];

int main(void)
{
    int i, j, sum = 0;
    #pragma acc parallel loop gang vector collapse(2) copyout(m)
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            m[i][j] = i + j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 70;
}
