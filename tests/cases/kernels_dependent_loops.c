// case: loops of kernels without independent run in order, and so do those that change a shared scalar
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) private(i) map(hold,tofrom: a) map(hold,tofrom: n) shared(n,a)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) map(hold,tofrom: n,t) shared(n,t,a)
// expect-text: int i;
#include <stdio.h>

int main(void)
{
    int a[40], i, t = 0, n = 40;
    for (i = 0; i < n; i++)
        a[i] = i % 5;
    #pragma acc kernels loop gang num_gangs(8) copy(a)
    for (i = 1; i < n; i++)
        a[i] += a[i - 1];
    #pragma acc kernels num_gangs(4) vector_length(8) copy(a)
    {
        #pragma acc loop independent
        for (int j = 0; j < n; j++) {
            t = a[j];
            a[j] = t + 1;
        }
        n += t;
    }
    printf("%d %d %d\n", a[39], t, n);
    return a[39] != 81 || t != 80 || n != 120;
}
