// case: the body of an outer loop takes the local of an inner simd loop
// expect-text: int j;
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute private(i)
// expect-omp: #pragma omp simd
#include <stdio.h>

int m[3][6];

int main(void)
{
    int i, j, sum = 0;
    #pragma acc parallel loop gang copyout(m)
    for (i = 0; i < 3; i++)
        #pragma acc loop vector
        for (j = 0; j < 6; j++)
            m[i][j] = i * j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 6; j++)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 45;
}
