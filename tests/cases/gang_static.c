// case: chunks of gang loops
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute dist_schedule(static)
// expect-omp: #pragma omp target teams num_teams(3) map(hold,tofrom: a) shared(a) firstprivate(size)
// expect-omp: #pragma omp distribute parallel for num_threads(2) dist_schedule(static, size + 1) collapse(2) shared(a)
// expect-omp: #pragma omp distribute simd dist_schedule(static, 8)
#include <stdio.h>

int a[20][30];

int main(void)
{
    int size = 6;
    long sum = 0;
    #pragma acc parallel loop gang(static: *) copyout(a)
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 30; ++j)
            a[i][j] = i - j;
    #pragma acc parallel num_gangs(3) num_workers(2) copy(a)
    {
        #pragma acc loop gang(static: size + 1) worker collapse(2)
        for (int i = 0; i < 20; ++i)
            for (int j = 0; j < 30; ++j)
                a[i][j] *= 2;
        #pragma acc loop gang(static: 8) vector
        for (int i = 0; i < 0; ++i)
            a[i][0] = 0;
    }
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 30; ++j)
            sum = sum * 31 % 1000003 + a[i][j];
    printf("%ld\n", sum);
    return 0;
}
