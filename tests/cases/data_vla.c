// case: arrays of variable length in data clauses
// expect-omp: #pragma omp target data map(hold,tofrom: m)
// expect-omp: #pragma omp target teams map(present,hold,alloc: m) shared(m) firstprivate(n)
// expect-omp: #pragma omp distribute collapse(2)
#include <stdio.h>

static int diagonal(int n)
{
    int m[n][n], sum = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            m[i][j] = 0;
    #pragma acc data copy(m)
    {
        #pragma acc parallel loop collapse(2) present(m)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                m[i][j] = i == j ? i + 1 : 0;
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            sum += m[i][j];
    return sum;
}

int main(void)
{
    int sum = diagonal(7);
    printf("%d\n", sum);
    return sum != 28;
}
