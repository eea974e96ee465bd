// case: a constant vector_length becomes simdlen on every vector loop
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd simdlen(8)
// expect-omp: #pragma omp target teams map(hold,tofrom: m) shared(m)
// expect-omp: #pragma omp distribute simd simdlen(4) collapse(2)
#include <stdio.h>

int m[3][16];

int main(void)
{
    int sum = 0;
    #pragma acc parallel vector_length(8) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 3; ++i) {
            #pragma acc loop vector
            for (int j = 0; j < 16; ++j)
                m[i][j] = i - j;
        }
    }
    #pragma acc parallel loop gang vector vector_length(4) collapse(2) copy(m)
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 16; ++j)
            m[i][j] *= m[i][j];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 16; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 3080;
}
