// case: copyin and copyout of one variable are one copy, where the first one stands
// expect-portable: #pragma omp target data map(to: c) map(tofrom: a) map(from: b)
// expect-portable: #pragma omp target teams shared(a)
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target teams map(tofrom: c) shared(b,a,c)
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target teams map(tofrom: b) num_teams(2) shared(b)
// expect-portable: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4}, b[4] = {0}, c[4] = {5, 6, 7, 8}, bad = 0;
    #pragma acc data copyin(a, c) copyout(b, a)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 4; ++i)
            a[i] += i;
        #pragma acc parallel loop copyout(c) copyin(c)
        for (int i = 0; i < 4; ++i)
            b[i] = a[i] + c[i];
    }
    #pragma acc parallel loop copyin(b) num_gangs(2) copyout(b)
    for (int i = 0; i < 4; ++i)
        b[i] += 1;
    for (int i = 0; i < 4; ++i)
        bad += a[i] != 2 * i + 1 || b[i] != a[i] + c[i] + 1;
    printf("%d\n", bad);
    return bad;
}
