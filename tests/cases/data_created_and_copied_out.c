// case: create and copyout of a whole array, named with its bounds and without
// expect-portable: #pragma omp target data map(from: a)
// expect-portable: #pragma omp target data map(from: b[0:8][0:8])
#include <stdio.h>
#define N 8

static double a[N][N], b[8][8];

int main(void)
{
    double s = 0;
    #pragma acc data create(a) copyout(a[0:N][0:N])
    {
        #pragma acc parallel loop collapse(2) present(a)
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                a[i][j] = i == j ? i : 0;
    }
    #pragma acc data copyout(b[0:8][0:8]) create(b[:][:])
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                b[i][j] = 1;
    }
    for (int i = 0; i < N; ++i)
        s += a[i][i] + b[i][0];
    printf("%g\n", s);
    return s != 36;
}
