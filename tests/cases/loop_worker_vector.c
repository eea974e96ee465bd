// case: worker vector below gang is parallel for simd
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for simd num_threads(2) simdlen(8) shared(m,i)
#include <stdio.h>

int m[4][9];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_workers(2) vector_length(8) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop worker vector
            for (int j = 0; j < 9; ++j)
                m[i][j] = i * j;
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 9; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 216;
}
