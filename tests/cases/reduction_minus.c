// case: the operator `-`, which OpenACC lacks, combines copies as `+` does
// expect-portable: #pragma omp simd reduction(+: r)
// expect-portable: #pragma omp distribute simd reduction(+: s)
// expect-portable: #pragma omp target teams num_teams(4) reduction(+: s) map(tofrom: s,t) reduction(+: t)
#include <stdio.h>

#pragma acc routine vector
static int below_zero(const int *a, int n)
{
    int r = 0;
    #pragma acc loop vector reduction(-:r)
    for (int i = 0; i < n; ++i) {
        r -= a[i];
    }
    return r;
}

int main(void)
{
    enum { N = 1000 };
    int a[N];
    int sums[8];
    for (int i = 0; i < N; ++i) {
        a[i] = i % 7;
    }
    int s = 5000;
    #pragma acc parallel loop gang vector copy(s) reduction(-:s)
    for (int i = 0; i < N; ++i) {
        s -= a[i];
    }
    printf("%d\n", s);

    int t = 100;
    #pragma acc parallel num_gangs(4) reduction(-:s)
    {
        #pragma acc loop gang reduction(-:t)
        for (int i = 0; i < 10; ++i) {
            t -= i;
        }
        s -= 0;
    }
    printf("%d %d\n", s, t);

    #pragma acc parallel loop gang copyin(a) copyout(sums)
    for (int i = 0; i < 8; ++i) {
        sums[i] = below_zero(a, 100 * (i + 1));
    }
    for (int i = 0; i < 8; ++i) {
        printf("%d ", sums[i]);
    }
    printf("\n");
    return 0;
}
