// case: the same on the combined directive, with an array beside it
// expect-omp: #pragma omp target teams map(hold,tofrom: s,v) shared(v) firstprivate(n) reduction(+: s)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    double v[8], s = 0.0;
    int n = 8;
    for (int i = 0; i < n; ++i)
        v[i] = i;
    #pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < n; ++i)
        s += v[i];
    printf("%.1f\n", s);
    return s != 28.0;
}
