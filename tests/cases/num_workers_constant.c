// case: a constant num_workers appears on every worker loop and not on the kernel
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for num_threads(4) shared(m,i)
// expect-omp: #pragma omp parallel for num_threads(4) shared(m,i)
#include <stdio.h>

int m[3][8];

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_workers(4) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 3; ++i) {
            #pragma acc loop worker
            for (int j = 0; j < 4; ++j)
                m[i][j] = i + j;
            #pragma acc loop worker
            for (int j = 4; j < 8; ++j)
                m[i][j] = i * j;
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 8; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 96;
}
