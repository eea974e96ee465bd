// In front of a loop that has a directive of OpenMP already stands no other one.
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp parallel for
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp parallel for collapse(2)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp parallel for
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd
// expect-portable: #pragma omp parallel for collapse(2)
#include <stdio.h>

int main(void)
{
    double a[24], sum = 0;
    int n = 24;
    #pragma acc kernels copy(a)
    #pragma omp parallel for
    for (int i = 0; i < n; ++i)
        a[i] = i;
    #pragma acc kernels copy(a)
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < n / 4; ++i)
        for (int j = 0; j < 4; ++j)
            a[i * 4 + j] += j;
    #pragma acc kernels copy(a)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; ++i)
            a[i] *= 2;
        for (int i = 0; i < n; ++i)
            a[i] += 1;
    }
    #pragma acc parallel loop gang copy(a)
    for (int i = 0; i < n / 4; ++i) {
        #pragma omp simd
        for (int j = 0; j < 4; ++j)
            a[i * 4 + j] -= 3;
    }
    for (int i = 0; i < n; ++i)
        sum += a[i] * i;
    printf("%g\n", sum);
    return 0;
}
