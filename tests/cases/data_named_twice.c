// case: data that a region names twice for the same action
// expect-portable: #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
// expect-portable: #pragma omp target teams map(alloc: a[0:n],b[0:n]) shared(a,b) firstprivate(n)
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: sum) map(to: a[0:n]) shared(sum,a) firstprivate(n)
#include <stdio.h>

int main(void)
{
    int x[32], y[32], *a = x, *b = y, n = 32, sum = 0;
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 3 * i;
    }
    #pragma acc data copy(a[0:n]) copyin(b[0:n], b[0:n]) copy(a[0:n])
    {
        #pragma acc parallel loop present(a[0:n], b[0:n], a[0:n])
        for (int i = 0; i < n; ++i)
            a[i] += b[i];
    }
    #pragma acc parallel num_gangs(1) copy(sum, sum) copyin(a[0:n]) pcopyin(a[0:n])
    for (int i = 0; i < n; ++i)
        sum += a[i];
    printf("%d %d %d\n", sum, a[31], b[31]);
    return 0;
}
